// s![row, words.len():, ::2]
{
    let (begin_0, begin_1) = (
        tslice::__private::bound(row),
        tslice::__private::bound(words.len()),
    );
    let begin = [begin_0, begin_1, 0];
    let end = [begin_0.saturating_add(1), 0, 0];
    let strides = [1, 1, 2];
    let masks = tslice::__private::TypedMasks {
        begin_mask: tslice::__private::Mask::<0b100>,
        end_mask: tslice::__private::Mask::<0b110>,
        ellipsis_mask: tslice::__private::Mask::<0b000>,
        new_axis_mask: tslice::__private::Mask::<0b000>,
        shrink_axis_mask: tslice::__private::Mask::<0b001>,
    };
    tslice::__private::spec(begin, end, strides, masks, tslice::__private::Axes::<3, 2>)
}
