// s![..., ::-1]
const {
    tslice::__private::SpecLiteral(tslice::__private::TypedMasks {
            begin_mask: tslice::__private::Mask::<0b10>,
            end_mask: tslice::__private::Mask::<0b10>,
            ellipsis_mask: tslice::__private::Mask::<0b01>,
            new_axis_mask: tslice::__private::Mask::<0b00>,
            shrink_axis_mask: tslice::__private::Mask::<0b00>,
        })
        .spec(tslice::__private::Numbers::<2, 1, 1> {
            begin: [0, 0],
            end: [0, 0],
            strides: [1, -1],
        })
}
