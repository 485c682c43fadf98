// s![1, 2:4, newaxis, .., :-3:-1, :]
const {
    tslice::__private::Literal::<6, 0x316504, 4, 4> {
        begin: [1, 2, 0, 0, 0, 0],
        end: [2, 4, 0, 0, -3, 0],
        strides: [1, 1, 1, 1, -1, 1],
        begin_mask: 0b110000,
        end_mask: 0b100000,
        ellipsis_mask: 0b001000,
        new_axis_mask: 0b000100,
        shrink_axis_mask: 0b000001,
    }
        .spec()
}
