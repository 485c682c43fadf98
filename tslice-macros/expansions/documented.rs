// s![1, 2:4, newaxis, .., :-3:-1, :]
const {
    tslice::__private::SpecLiteral(tslice::__private::TypedMasks {
            begin_mask: tslice::__private::Mask::<0b110000>,
            end_mask: tslice::__private::Mask::<0b100000>,
            ellipsis_mask: tslice::__private::Mask::<0b001000>,
            new_axis_mask: tslice::__private::Mask::<0b000100>,
            shrink_axis_mask: tslice::__private::Mask::<0b000001>,
        })
        .spec(tslice::__private::Numbers::<6, 4, 4> {
            begin: [1, 2, 0, 0, 0, 0],
            end: [2, 4, 0, 0, -3, 0],
            strides: [1, 1, 1, 1, -1, 1],
        })
}
