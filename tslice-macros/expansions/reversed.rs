// s![..., ::-1]
const {
    let begin = [0, 0];
    let end = [0, 0];
    let strides = [1, -1];
    let masks = tslice::__private::TypedMasks {
        begin_mask: tslice::__private::Mask::<0b10>,
        end_mask: tslice::__private::Mask::<0b10>,
        ellipsis_mask: tslice::__private::Mask::<0b01>,
        new_axis_mask: tslice::__private::Mask::<0b00>,
        shrink_axis_mask: tslice::__private::Mask::<0b00>,
    };
    tslice::__private::spec(begin, end, strides, masks, tslice::__private::Axes::<1, 1>)
}
