// s![]
const {
    tslice::__private::Rows {
        begin: [],
        end: [],
        strides: [],
        begin_mask: tslice::__private::Mask::<0b0>,
        end_mask: tslice::__private::Mask::<0b0>,
        ellipsis_mask: tslice::__private::Mask::<0b0>,
        new_axis_mask: tslice::__private::Mask::<0b0>,
        shrink_axis_mask: tslice::__private::Mask::<0b0>,
    }
        .spec::<0, 0>()
}
