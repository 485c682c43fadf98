// s![-1]
const {
    tslice::__private::SpecLiteral(tslice::__private::TypedMasks {
            begin_mask: tslice::__private::Mask::<0b0>,
            end_mask: tslice::__private::Mask::<0b0>,
            ellipsis_mask: tslice::__private::Mask::<0b0>,
            new_axis_mask: tslice::__private::Mask::<0b0>,
            shrink_axis_mask: tslice::__private::Mask::<0b1>,
        })
        .spec(tslice::__private::Numbers::<1, 1, 0> {
            begin: [-1],
            end: [0],
            strides: [1],
        })
}
