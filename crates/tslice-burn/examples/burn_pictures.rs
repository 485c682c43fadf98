//! A batch of pictures, cropped, mirrored and normalised on burn's default backend, and by tslice
//! on the CPU.

use burn_tensor::{Device, Tensor, TensorData};
use tslice::{Tensor as Array, s};
use tslice_burn::TSlice;

const SHAPE: [usize; 4] = [8, 48, 64, 3];
const MEAN: [f32; 3] = [0.485, 0.456, 0.406];
const DEVIATION: [f32; 3] = [0.229, 0.224, 0.225];

fn main() {
    // Gradients of colour stand for pictures: [batch, height, width, channels].
    let batch = Array::from_shape_fn(SHAPE, |[n, y, x, c]| {
        ((n * 40 + y * 3 + x * 2 + c * 50) % 256) as f32 / 255.0
    });

    let device = Device::default();
    let pictures = Tensor::<4>::from_data(TensorData::new(batch.to_vec(), SHAPE), &device);
    // The middle 32 x 32, every second picture mirrored, the channels first.
    let crop = pictures.tslice(s![:, 8:-8, 16:-16]);
    let mirrored = crop.clone().tslice(s![1::2, :, ::-1]);
    let crop = crop.tslice_assign(s![1::2], mirrored);
    let channel = |list: [f32; 3]| {
        Tensor::<1>::from_data(list, &device).tslice(s![newaxis, newaxis, newaxis])
    };
    let burns = ((crop - channel(MEAN)) / channel(DEVIATION)).permute([0, 3, 1, 2]);

    let mut crop = batch.slice(s![:, 8:-8, 16:-16]).to_tensor();
    let mirrored = crop.slice(s![1::2, :, ::-1]).to_tensor();
    crop.slice_mut(s![1::2]).assign(&mirrored);
    let channels = Array::from_shape_fn(*crop.shape(), |[n, y, x, c]| {
        (crop[[n, y, x, c]] - MEAN[c]) / DEVIATION[c]
    });
    let ours = channels.permute([0, 3, 1, 2]);

    assert_eq!(burns.dims(), *ours.shape());
    let theirs = burns.try_into_vec_as::<f32>().expect("f32");
    let farthest = theirs
        .iter()
        .zip(&ours)
        .map(|(a, b)| (a - b).abs())
        .fold(0.0, f32::max);
    assert!(farthest < 1e-6, "{farthest}");
    println!(
        "{:?} of {:?}: burn and tslice differ by at most {farthest:e}",
        ours.shape(),
        SHAPE
    );
}
