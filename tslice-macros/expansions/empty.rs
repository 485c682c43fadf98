// s![]
const {
    let begin = [];
    let end = [];
    let strides = [];
    let masks = tslice::__private::TypedMasks {
        begin_mask: tslice::__private::Mask::<0b0>,
        end_mask: tslice::__private::Mask::<0b0>,
        ellipsis_mask: tslice::__private::Mask::<0b0>,
        new_axis_mask: tslice::__private::Mask::<0b0>,
        shrink_axis_mask: tslice::__private::Mask::<0b0>,
    };
    tslice::__private::spec(begin, end, strides, masks, tslice::__private::Axes::<0, 0>)
}
