// s![row, col + 1, ..]
{
    let (__begin_0, __begin_1) = (
        tslice::__private::bound(row),
        tslice::__private::bound(col + 1),
    );
    tslice::__private::Literal::<3, 0x644, 2, 0> {
        begin: [__begin_0, __begin_1, 0],
        end: [__begin_0.saturating_add(1), __begin_1.saturating_add(1), 0],
        strides: [1, 1, 1],
        begin_mask: 0b000,
        end_mask: 0b000,
        ellipsis_mask: 0b100,
        new_axis_mask: 0b000,
        shrink_axis_mask: 0b011,
    }
        .spec()
}
