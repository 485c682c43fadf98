//! Operands that are the channels of the same pixels.

use tslice_kernels::has_wide_vectors;

use super::axes::ZipAxis;

/// Returns k for an operand if it and the next k - 1 operands are the channels of pixels, as the R, G, B of a picture, so that one copy
/// can split the pixels into the buffers of all; 0 for those k - 1, and 1 for any other operand. Operands that are `alone` belong to no
/// pixel.
pub(super) fn channels<const N: usize>(
    first: [*mut u8; N],
    axes: &[ZipAxis<N>],
    sizes: [usize; N],
    alone: [bool; N],
) -> [usize; N] {
    let mut channels = [1; N];
    let Some(row) = axes.last().filter(|_| has_wide_vectors()) else {
        return channels;
    };
    let mut operand = 0;
    while operand < N {
        let size = sizes[operand];
        let pixel = usize::try_from(row.steps[operand]).unwrap_or(0);
        let count = pixel / size.max(1);
        let group = operand..operand + count;
        let step = |at: usize| first[at].addr().wrapping_sub(first[at - 1].addr()).cast_signed();
        let fits = |at: usize| {
            let alike = sizes[at] == size && axes.iter().all(|axis| axis.steps[at] == axis.steps[operand]);
            alike && !alone[at] && (at == operand || step(at) == step(operand + 1))
        };
        if count > 1
            && group.end <= N
            && count * size == pixel
            && step(operand + 1).unsigned_abs() == size
            && group.clone().all(fits)
        {
            channels[group.clone()].fill(0);
            channels[operand] = count;
            operand = group.end;
        } else {
            operand += 1;
        }
    }
    channels
}
