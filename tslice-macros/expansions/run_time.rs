// s![row, words.len():, ::2]
{
    let (begin_0, begin_1) = (tslice::bound(row), tslice::bound(words.len()));
    tslice::Spec {
        begin: [begin_0, begin_1, 0],
        end: [begin_0.saturating_add(1), 0, 0],
        strides: [1, 1, 2],
        begin_mask: tslice::spec::Mask::<0b100>,
        end_mask: tslice::spec::Mask::<0b110>,
        ellipsis_mask: tslice::spec::Mask::<0b000>,
        new_axis_mask: tslice::spec::Mask::<0b000>,
        shrink_axis_mask: tslice::spec::Mask::<0b001>,
        axes: tslice::spec::Axes::<3, 2>,
    }
}
