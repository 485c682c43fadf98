//! Buffers of `image`, cropped and turned by both crates.

use image::{GrayImage, ImageBuffer, Luma, Rgb, RgbImage, Rgba, RgbaImage, imageops};
use tslice::interop::image::ImageError;
use tslice::interop::{Lend, LendMut};
use tslice::{Tensor, s};

fn photo() -> RgbImage {
    RgbImage::from_fn(7, 5, |x, y| Rgb([x as u8, y as u8, (x * y) as u8]))
}

#[test]
fn an_image_is_height_by_width_by_channels() {
    let photo = photo();
    let view = photo.lend();
    assert_eq!(view.shape(), &[5, 7, 3]);
    assert_eq!(view[[4, 6, 2]], 24);
    assert_eq!(view.as_slice().map(<[u8]>::as_ptr), Some(photo.as_ptr()));
}

#[test]
fn slices_agree_with_the_crates_own_operations() {
    let photo = photo();
    let view = photo.lend();
    let image = |view: tslice::View<'_, u8, 3>| RgbImage::try_from(view).expect("three channels");
    assert_eq!(image(view.slice(s![:, ::-1])), imageops::flip_horizontal(&photo));
    assert_eq!(image(view.slice(s![::-1])), imageops::flip_vertical(&photo));
    assert_eq!(image(view.slice(s![::-1, ::-1])), imageops::rotate180(&photo));
    assert_eq!(image(view.slice(s![1:4, 2:6])), imageops::crop_imm(&photo, 2, 1, 4, 3).to_image());
}

#[test]
fn other_pixels_have_other_channels() {
    let gray = GrayImage::from_pixel(2, 3, Luma([9]));
    assert_eq!(gray.lend().shape(), &[3, 2, 1]);
    let deep = ImageBuffer::<Rgba<u16>, _>::from_pixel(2, 3, Rgba([1_u16, 2, 3, 4]));
    assert_eq!(deep.lend().slice(s![0, 0]).to_vec(), [1, 2, 3, 4]);
    let borrowed = ImageBuffer::<Luma<u8>, &[u8]>::from_raw(2, 1, &[1, 2, 3, 4]).expect("large enough");
    assert_eq!(borrowed.lend().to_vec(), [1, 2]);
    assert!(RgbaImage::new(0, 4).lend().is_empty());
}

#[test]
fn writing_goes_into_the_image() {
    let mut photo = photo();
    photo.lend_mut().slice_mut(s![.., 0]).fill(200);
    assert!(photo.pixels().all(|pixel| pixel[0] == 200));
}

#[test]
fn a_tensor_becomes_an_image_without_a_copy() {
    let tensor = Tensor::from_shape_fn([5, 7, 3], |[y, x, c]| [x, y, x * y][c] as u8);
    let start = tensor.as_slice().map(<[u8]>::as_ptr);
    let image = RgbImage::try_from(tensor).expect("three channels");
    assert_eq!((&image, Some(image.as_ptr())), (&photo(), start));
}

#[test]
fn an_image_becomes_a_tensor_without_a_copy() {
    let photo = photo();
    let start = photo.as_ptr();
    let tensor = Tensor::from(photo.clone());
    assert_eq!(tensor, photo.lend());
    let tensor = Tensor::from(photo);
    assert_eq!(tensor.as_ptr(), start);
    let longer = GrayImage::from_raw(2, 1, vec![1, 2, 3, 4]).expect("large enough");
    assert_eq!(Tensor::from(longer), [[[1], [2]]]);
}

#[test]
fn image_of_another_shape_is_an_error() {
    let error = RgbImage::try_from(Tensor::<u8, 3>::zeros([5, 7, 4])).expect_err("four channels");
    assert_eq!(error, ImageError::Channels { expected: 3, len: 4 });
    assert_eq!(error.to_string(), "axis 2 has length 4, the pixel has 3 channels");
    let error = GrayImage::try_from(Tensor::<u8, 3>::zeros([1 << 33, 0, 1])).expect_err("too high");
    assert_eq!(error, ImageError::Side { axis: 0, len: 1 << 33 });
}
