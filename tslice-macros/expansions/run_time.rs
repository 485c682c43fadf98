// s![row, words.len():, ::2]
{
    let (__tslice_begin_0, __tslice_begin_1) = (
        tslice::__private::bound(row),
        tslice::__private::bound(words.len()),
    );
    tslice::__private::Rows {
        begin: [__tslice_begin_0, __tslice_begin_1, 0],
        end: [__tslice_begin_0.saturating_add(1), 0, 0],
        strides: [1, 1, 2],
        begin_mask: tslice::__private::Mask::<0b100>,
        end_mask: tslice::__private::Mask::<0b110>,
        ellipsis_mask: tslice::__private::Mask::<0b000>,
        new_axis_mask: tslice::__private::Mask::<0b000>,
        shrink_axis_mask: tslice::__private::Mask::<0b001>,
    }
        .spec::<3, 2>()
}
