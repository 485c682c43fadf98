// s![row, col + 1, ..]
{
    let (begin_0, begin_1) = (
        tslice::__private::bound(row),
        tslice::__private::bound(col + 1),
    );
    tslice::__private::spec(tslice::__private::Rows::<2, 0, _, _> {
        begin: [begin_0, begin_1, 0],
        end: [begin_0.saturating_add(1), begin_1.saturating_add(1), 0],
        strides: [1, 1, 1],
        masks: tslice::__private::TypedMasks {
            begin_mask: tslice::__private::Mask::<0b000>,
            end_mask: tslice::__private::Mask::<0b000>,
            ellipsis_mask: tslice::__private::Mask::<0b100>,
            new_axis_mask: tslice::__private::Mask::<0b000>,
            shrink_axis_mask: tslice::__private::Mask::<0b011>,
        },
    })
}
