// s![row, col + 1, ..]
{
    let (__begin_0, __begin_1) = (
        tslice::__private::bound(row),
        tslice::__private::bound(col + 1),
    );
    tslice::__private::SpecLiteral(tslice::__private::TypedMasks {
            begin_mask: tslice::__private::Mask::<0b000>,
            end_mask: tslice::__private::Mask::<0b000>,
            ellipsis_mask: tslice::__private::Mask::<0b100>,
            new_axis_mask: tslice::__private::Mask::<0b000>,
            shrink_axis_mask: tslice::__private::Mask::<0b011>,
        })
        .spec(tslice::__private::Numbers::<3, 2, 0> {
            begin: [__begin_0, __begin_1, 0],
            end: [__begin_0.saturating_add(1), __begin_1.saturating_add(1), 0],
            strides: [1, 1, 1],
        })
}
