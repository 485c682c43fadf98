// s![-9223372036854775808:9223372036854775807, 9223372036854775807]
const {
    tslice::__private::Literal::<2, 0x40, 2, 1> {
        begin: [-9223372036854775808, 9223372036854775807],
        end: [9223372036854775807, 9223372036854775807],
        strides: [1, 1],
        begin_mask: 0b00,
        end_mask: 0b00,
        ellipsis_mask: 0b00,
        new_axis_mask: 0b00,
        shrink_axis_mask: 0b10,
    }
        .spec()
}
