// s![-n:, :-(a + b), -a + b]
{
    let (__begin_0, __end_1, __begin_2) = (
        tslice::__private::minus(n),
        tslice::__private::minus(a + b),
        tslice::__private::minus(a).saturating_add(tslice::__private::bound(b)),
    );
    tslice::__private::Literal::<3, 0x412, 3, 2> {
        begin: [__begin_0, 0, __begin_2],
        end: [0, __end_1, __begin_2.saturating_add(1)],
        strides: [1, 1, 1],
        begin_mask: 0b010,
        end_mask: 0b001,
        ellipsis_mask: 0b000,
        new_axis_mask: 0b000,
        shrink_axis_mask: 0b100,
    }
        .spec()
}
