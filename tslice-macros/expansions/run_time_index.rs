// s![row, col + 1, ..]
{
    let (__tslice_begin_0, __tslice_begin_1) = (
        tslice::__private::bound(row),
        tslice::__private::bound(col + 1),
    );
    tslice::__private::Rows {
        begin: [__tslice_begin_0, __tslice_begin_1, 0],
        end: [__tslice_begin_0.saturating_add(1), __tslice_begin_1.saturating_add(1), 0],
        strides: [1, 1, 1],
        begin_mask: tslice::__private::Mask::<0b000>,
        end_mask: tslice::__private::Mask::<0b000>,
        ellipsis_mask: tslice::__private::Mask::<0b100>,
        new_axis_mask: tslice::__private::Mask::<0b000>,
        shrink_axis_mask: tslice::__private::Mask::<0b011>,
    }
        .spec::<2, 0>()
}
