// s![1, 2:4, newaxis, .., :-3:-1, :]
const {
    let begin = [1, 2, 0, 0, 0, 0];
    let end = [2, 4, 0, 0, -3, 0];
    let strides = [1, 1, 1, 1, -1, 1];
    let masks = tslice::__private::TypedMasks {
        begin_mask: tslice::__private::Mask::<0b110000>,
        end_mask: tslice::__private::Mask::<0b100000>,
        ellipsis_mask: tslice::__private::Mask::<0b001000>,
        new_axis_mask: tslice::__private::Mask::<0b000100>,
        shrink_axis_mask: tslice::__private::Mask::<0b000001>,
    };
    tslice::__private::spec(begin, end, strides, masks, tslice::__private::Axes::<4, 4>)
}
