// s![-9223372036854775808:9223372036854775807, 9223372036854775807]
const {
    tslice::Spec {
        begin: [-9223372036854775808, 9223372036854775807],
        end: [9223372036854775807, 9223372036854775807],
        strides: [1, 1],
        begin_mask: tslice::spec::Mask::<0b00>,
        end_mask: tslice::spec::Mask::<0b00>,
        ellipsis_mask: tslice::spec::Mask::<0b00>,
        new_axis_mask: tslice::spec::Mask::<0b00>,
        shrink_axis_mask: tslice::spec::Mask::<0b10>,
        axes: tslice::spec::Axes::<2, 1>,
    }
}
