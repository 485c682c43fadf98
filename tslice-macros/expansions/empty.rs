// s![]
const {
    tslice::__private::Literal::<0, 0x0, 0, 0> {
        begin: [],
        end: [],
        strides: [],
        begin_mask: 0b0,
        end_mask: 0b0,
        ellipsis_mask: 0b0,
        new_axis_mask: 0b0,
        shrink_axis_mask: 0b0,
    }
        .spec()
}
