//! A batch of pictures, cropped, mirrored and normalised by candle on its default device, and by
//! tslice on the CPU.

use candle_core::{Device, Result, Tensor};
use tslice::{Tensor as Array, s};
use tslice_candle::{TSlice, ToCandle};

const SHAPE: [usize; 4] = [8, 48, 64, 3];
const MEAN: [f32; 3] = [0.485, 0.456, 0.406];
const DEVIATION: [f32; 3] = [0.229, 0.224, 0.225];

fn main() -> Result<()> {
    // Gradients of colour stand for pictures: [batch, height, width, channels].
    let batch = Array::from_shape_fn(SHAPE, |[n, y, x, c]| {
        ((n * 40 + y * 3 + x * 2 + c * 50) % 256) as f32 / 255.0
    });

    let device = Device::cuda_if_available(0)?;
    let pictures = batch.to_candle(&device)?;
    // The middle 32 x 32, every second picture mirrored, the channels first.
    let crop = pictures.try_tslice(s![:, 8:-8, 16:-16])?;
    let crop = crop.try_tslice_assign(s![1::2], &crop.try_tslice(s![1::2, :, ::-1])?)?;
    let channel = |list: [f32; 3]| Tensor::new(&list, &device);
    let normal = crop
        .broadcast_sub(&channel(MEAN)?)?
        .broadcast_div(&channel(DEVIATION)?)?;
    let candles = normal.permute((0, 3, 1, 2))?;

    let mut crop = batch.slice(s![:, 8:-8, 16:-16]).to_tensor();
    let mirrored = crop.slice(s![1::2, :, ::-1]).to_tensor();
    crop.slice_mut(s![1::2]).assign(&mirrored);
    let channels = Array::from_shape_fn(*crop.shape(), |[n, y, x, c]| {
        (crop[[n, y, x, c]] - MEAN[c]) / DEVIATION[c]
    });
    let ours = channels.permute([0, 3, 1, 2]);

    assert_eq!(candles.dims(), ours.shape());
    let theirs = candles.flatten_all()?.to_vec1::<f32>()?;
    let farthest = theirs
        .iter()
        .zip(&ours)
        .map(|(a, b)| (a - b).abs())
        .fold(0.0, f32::max);
    assert!(farthest < 1e-6, "{farthest}");
    println!(
        "{:?} of {:?}: candle and tslice differ by at most {farthest:e}",
        ours.shape(),
        SHAPE
    );
    Ok(())
}
