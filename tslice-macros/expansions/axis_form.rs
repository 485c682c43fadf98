// s![-1 => ::2, 0 => start:]
{
    let (__begin_0,) = (tslice::__private::bound(start),);
    tslice::__private::SpecLiteral(tslice::__private::TypedMasks {
            begin_mask: tslice::__private::Mask::<0b100>,
            end_mask: tslice::__private::Mask::<0b101>,
            ellipsis_mask: tslice::__private::Mask::<0b010>,
            new_axis_mask: tslice::__private::Mask::<0b000>,
            shrink_axis_mask: tslice::__private::Mask::<0b000>,
        })
        .spec(tslice::__private::Numbers::<3, 2, 2> {
            begin: [__begin_0, 0, 0],
            end: [0, 0, 0],
            strides: [1, 1, 2],
        })
}
