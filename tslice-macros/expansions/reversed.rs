// s![..., ::-1]
const {
    tslice::__private::Literal::<2, 0x36, 1, 1> {
        begin: [0, 0],
        end: [0, 0],
        strides: [1, -1],
        begin_mask: 0b10,
        end_mask: 0b10,
        ellipsis_mask: 0b01,
        new_axis_mask: 0b00,
        shrink_axis_mask: 0b00,
    }
        .spec()
}
