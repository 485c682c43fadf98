// s![-n:, :-(a + b), -a + b]
{
    let (__tslice_begin_0, __tslice_end_1, __tslice_begin_2) = (
        tslice::__private::negated(n),
        tslice::__private::negated(a + b),
        tslice::__private::bound(-a + b),
    );
    tslice::__private::Rows {
        begin: [__tslice_begin_0, 0, __tslice_begin_2],
        end: [0, __tslice_end_1, __tslice_begin_2.saturating_add(1)],
        strides: [1, 1, 1],
        begin_mask: tslice::__private::Mask::<0b010>,
        end_mask: tslice::__private::Mask::<0b001>,
        ellipsis_mask: tslice::__private::Mask::<0b000>,
        new_axis_mask: tslice::__private::Mask::<0b000>,
        shrink_axis_mask: tslice::__private::Mask::<0b100>,
    }
        .spec::<3, 2>()
}
