// s![-n:, :-(a + b), -a + b]
{
    let (begin_0, end_1, begin_2) = (
        tslice::__private::negated(n),
        tslice::__private::negated(a + b),
        tslice::__private::bound(-a + b),
    );
    let begin = [begin_0, 0, begin_2];
    let end = [0, end_1, begin_2.saturating_add(1)];
    let strides = [1, 1, 1];
    let masks = tslice::__private::TypedMasks {
        begin_mask: tslice::__private::Mask::<0b010>,
        end_mask: tslice::__private::Mask::<0b001>,
        ellipsis_mask: tslice::__private::Mask::<0b000>,
        new_axis_mask: tslice::__private::Mask::<0b000>,
        shrink_axis_mask: tslice::__private::Mask::<0b100>,
    };
    tslice::__private::spec(begin, end, strides, masks, tslice::__private::Axes::<3, 2>)
}
