// s![-1]
const {
    tslice::Spec {
        begin: [-1],
        end: [0],
        strides: [1],
        begin_mask: tslice::spec::Mask::<0b0>,
        end_mask: tslice::spec::Mask::<0b0>,
        ellipsis_mask: tslice::spec::Mask::<0b0>,
        new_axis_mask: tslice::spec::Mask::<0b0>,
        shrink_axis_mask: tslice::spec::Mask::<0b1>,
        axes: tslice::spec::Axes::<1, 0>,
    }
}
