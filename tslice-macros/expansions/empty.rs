// s![]
const {
    tslice::__private::spec(tslice::__private::Rows::<0, 0, _, _> {
        begin: [],
        end: [],
        strides: [],
        masks: tslice::__private::TypedMasks {
            begin_mask: tslice::__private::Mask::<0b0>,
            end_mask: tslice::__private::Mask::<0b0>,
            ellipsis_mask: tslice::__private::Mask::<0b0>,
            new_axis_mask: tslice::__private::Mask::<0b0>,
            shrink_axis_mask: tslice::__private::Mask::<0b0>,
        },
    })
}
