// s![-1 => ::2, 0 => start:]
{
    let (__begin_0,) = (tslice::__private::bound(start),);
    tslice::__private::Literal::<3, 0x362, 2, 2> {
        begin: [__begin_0, 0, 0],
        end: [0, 0, 0],
        strides: [1, 1, 2],
        begin_mask: 0b100,
        end_mask: 0b101,
        ellipsis_mask: 0b010,
        new_axis_mask: 0b000,
        shrink_axis_mask: 0b000,
    }
        .spec()
}
