// s![row, words.len():, ::2]
{
    let (__begin_0, __begin_1) = (
        tslice::__private::bound(row),
        tslice::__private::bound(words.len()),
    );
    tslice::__private::Literal::<3, 0x324, 3, 2> {
        begin: [__begin_0, __begin_1, 0],
        end: [__begin_0.saturating_add(1), 0, 0],
        strides: [1, 1, 2],
        begin_mask: 0b100,
        end_mask: 0b110,
        ellipsis_mask: 0b000,
        new_axis_mask: 0b000,
        shrink_axis_mask: 0b001,
    }
        .spec()
}
