// s![]
const {
    tslice::Spec {
        begin: [],
        end: [],
        strides: [],
        begin_mask: tslice::spec::Mask::<0b0>,
        end_mask: tslice::spec::Mask::<0b0>,
        ellipsis_mask: tslice::spec::Mask::<0b0>,
        new_axis_mask: tslice::spec::Mask::<0b0>,
        shrink_axis_mask: tslice::spec::Mask::<0b0>,
        axes: tslice::spec::Axes::<0, 0>,
    }
}
