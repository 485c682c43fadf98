// s![-9223372036854775808:9223372036854775807, 9223372036854775807]
const {
    let begin = [-9223372036854775808, 9223372036854775807];
    let end = [9223372036854775807, 9223372036854775807];
    let strides = [1, 1];
    let masks = tslice::__private::TypedMasks {
        begin_mask: tslice::__private::Mask::<0b00>,
        end_mask: tslice::__private::Mask::<0b00>,
        ellipsis_mask: tslice::__private::Mask::<0b00>,
        new_axis_mask: tslice::__private::Mask::<0b00>,
        shrink_axis_mask: tslice::__private::Mask::<0b10>,
    };
    tslice::__private::spec(begin, end, strides, masks, tslice::__private::Axes::<2, 1>)
}
