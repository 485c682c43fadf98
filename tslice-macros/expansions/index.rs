// s![-1]
const {
    tslice::__private::Rows {
        begin: [-1],
        end: [0],
        strides: [1],
        begin_mask: tslice::__private::Mask::<0b0>,
        end_mask: tslice::__private::Mask::<0b0>,
        ellipsis_mask: tslice::__private::Mask::<0b0>,
        new_axis_mask: tslice::__private::Mask::<0b0>,
        shrink_axis_mask: tslice::__private::Mask::<0b1>,
    }
        .spec::<1, 0>()
}
