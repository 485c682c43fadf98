// s![..., ::-1]
const {
    tslice::Spec {
        begin: [0, 0],
        end: [0, 0],
        strides: [1, -1],
        begin_mask: tslice::spec::Mask::<0b10>,
        end_mask: tslice::spec::Mask::<0b10>,
        ellipsis_mask: tslice::spec::Mask::<0b01>,
        new_axis_mask: tslice::spec::Mask::<0b00>,
        shrink_axis_mask: tslice::spec::Mask::<0b00>,
        axes: tslice::spec::Axes::<1, 1>,
    }
}
