// s![row, col + 1, ..]
{
    let (begin_0, begin_1) = (
        tslice::__private::bound(row),
        tslice::__private::bound(col + 1),
    );
    let begin = [begin_0, begin_1, 0];
    let end = [begin_0.saturating_add(1), begin_1.saturating_add(1), 0];
    let strides = [1, 1, 1];
    let masks = tslice::__private::TypedMasks {
        begin_mask: tslice::__private::Mask::<0b000>,
        end_mask: tslice::__private::Mask::<0b000>,
        ellipsis_mask: tslice::__private::Mask::<0b100>,
        new_axis_mask: tslice::__private::Mask::<0b000>,
        shrink_axis_mask: tslice::__private::Mask::<0b011>,
    };
    tslice::__private::spec(begin, end, strides, masks, tslice::__private::Axes::<2, 0>)
}
