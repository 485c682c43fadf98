// s![-9223372036854775808:9223372036854775807, 9223372036854775807]
const {
    tslice::__private::SpecLiteral(tslice::__private::TypedMasks {
            begin_mask: tslice::__private::Mask::<0b00>,
            end_mask: tslice::__private::Mask::<0b00>,
            ellipsis_mask: tslice::__private::Mask::<0b00>,
            new_axis_mask: tslice::__private::Mask::<0b00>,
            shrink_axis_mask: tslice::__private::Mask::<0b10>,
        })
        .spec(tslice::__private::Numbers::<2, 2, 1> {
            begin: [-9223372036854775808, 9223372036854775807],
            end: [9223372036854775807, 9223372036854775807],
            strides: [1, 1],
        })
}
