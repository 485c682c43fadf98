// s![-1]
const {
    tslice::__private::Literal::<1, 0x4, 1, 0> {
        begin: [-1],
        end: [0],
        strides: [1],
        begin_mask: 0b0,
        end_mask: 0b0,
        ellipsis_mask: 0b0,
        new_axis_mask: 0b0,
        shrink_axis_mask: 0b1,
    }
        .spec()
}
