// s![]
const {
    tslice::__private::SpecLiteral(tslice::__private::TypedMasks {
            begin_mask: tslice::__private::Mask::<0b0>,
            end_mask: tslice::__private::Mask::<0b0>,
            ellipsis_mask: tslice::__private::Mask::<0b0>,
            new_axis_mask: tslice::__private::Mask::<0b0>,
            shrink_axis_mask: tslice::__private::Mask::<0b0>,
        })
        .spec(tslice::__private::Numbers::<0, 0, 0> {
            begin: [],
            end: [],
            strides: [],
        })
}
