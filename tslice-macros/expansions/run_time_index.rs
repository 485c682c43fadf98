// s![row, col + 1, ..]
{
    let (begin_0, begin_1) = (tslice::bound(row), tslice::bound(col + 1));
    tslice::Spec {
        begin: [begin_0, begin_1, 0],
        end: [begin_0.saturating_add(1), begin_1.saturating_add(1), 0],
        strides: [1, 1, 1],
        begin_mask: tslice::spec::Mask::<0b000>,
        end_mask: tslice::spec::Mask::<0b000>,
        ellipsis_mask: tslice::spec::Mask::<0b100>,
        new_axis_mask: tslice::spec::Mask::<0b000>,
        shrink_axis_mask: tslice::spec::Mask::<0b011>,
        axes: tslice::spec::Axes::<2, 0>,
    }
}
