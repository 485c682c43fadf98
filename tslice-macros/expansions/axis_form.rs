// s![-1 => ::2, 0 => start:]
{
    let (__tslice_begin_0,) = (tslice::__private::bound(start),);
    tslice::__private::Rows {
        begin: [__tslice_begin_0, 0, 0],
        end: [0, 0, 0],
        strides: [1, 1, 2],
        begin_mask: tslice::__private::Mask::<0b100>,
        end_mask: tslice::__private::Mask::<0b101>,
        ellipsis_mask: tslice::__private::Mask::<0b010>,
        new_axis_mask: tslice::__private::Mask::<0b000>,
        shrink_axis_mask: tslice::__private::Mask::<0b000>,
    }
        .spec::<2, 2>()
}
