// s![-1 => ::2, 0 => start:]
{
    let (begin_0,) = (tslice::bound(start),);
    tslice::Spec {
        begin: [begin_0, 0, 0],
        end: [0, 0, 0],
        strides: [1, 1, 2],
        begin_mask: tslice::spec::Mask::<0b100>,
        end_mask: tslice::spec::Mask::<0b101>,
        ellipsis_mask: tslice::spec::Mask::<0b010>,
        new_axis_mask: tslice::spec::Mask::<0b000>,
        shrink_axis_mask: tslice::spec::Mask::<0b000>,
        axes: tslice::spec::Axes::<2, 2>,
    }
}
