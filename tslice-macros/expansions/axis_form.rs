// s![-1 => ::2, 0 => start:]
{
    let (begin_0,) = (tslice::__private::bound(start),);
    let begin = [begin_0, 0, 0];
    let end = [0, 0, 0];
    let strides = [1, 1, 2];
    let masks = tslice::__private::TypedMasks {
        begin_mask: tslice::__private::Mask::<0b100>,
        end_mask: tslice::__private::Mask::<0b101>,
        ellipsis_mask: tslice::__private::Mask::<0b010>,
        new_axis_mask: tslice::__private::Mask::<0b000>,
        shrink_axis_mask: tslice::__private::Mask::<0b000>,
    };
    tslice::__private::spec(begin, end, strides, masks, tslice::__private::Axes::<2, 2>)
}
