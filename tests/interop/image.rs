//! Buffers of `image`, cropped and turned by both crates.

use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind};

use image::{
    DynamicImage, GenericImage, GenericImageView, GrayAlphaImage, GrayImage, ImageBuffer, Luma,
    LumaA, Rgb, RgbImage, Rgba, RgbaImage, SubImage, imageops,
};
use tslice::interop::image::ImageError;
use tslice::interop::{Lend, LendMut};
use tslice::{Tensor, View, ViewMut, paste, s};

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
    assert_eq!(
        image(view.slice(s![:, ::-1])),
        imageops::flip_horizontal(&photo)
    );
    assert_eq!(image(view.slice(s![::-1])), imageops::flip_vertical(&photo));
    assert_eq!(
        image(view.slice(s![::-1, ::-1])),
        imageops::rotate180(&photo)
    );
    assert_eq!(
        image(view.slice(s![1:4, 2:6])),
        imageops::crop_imm(&photo, 2, 1, 4, 3).to_image()
    );
}

#[test]
fn other_pixels_have_other_channels() {
    let gray = GrayImage::from_pixel(2, 3, Luma([9]));
    assert_eq!(gray.lend().shape(), &[3, 2, 1]);
    let deep = ImageBuffer::<Rgba<u16>, _>::from_pixel(2, 3, Rgba([1_u16, 2, 3, 4]));
    assert_eq!(deep.lend().slice(s![0, 0]).to_vec(), [1, 2, 3, 4]);
    let borrowed =
        ImageBuffer::<Luma<u8>, &[u8]>::from_raw(2, 1, &[1, 2, 3, 4]).expect("large enough");
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
    let copy = RgbImage::try_from(&tensor).expect("three channels");
    let image = RgbImage::try_from(tensor).expect("three channels");
    assert_eq!(image, copy);
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
    let text = "axis 2 has length 4, the pixel has 3 channels";
    assert_eq!(error, ImageError::Channels(text.into()));
    let error = GrayImage::try_from(Tensor::<u8, 3>::zeros([1 << 33, 0, 1])).expect_err("too high");
    let text = "axis 0 has length 8589934592, an image has sides of at most 4294967295";
    assert_eq!(error, ImageError::Side(text.into()));
}

#[test]
fn sub_images_of_any_number_of_channels_lend_their_part() {
    let number = |x: u32, y: u32| (10 * y + x) as u8;
    let gray = GrayImage::from_fn(7, 5, |x, y| Luma([number(x, y)]));
    let faded = GrayAlphaImage::from_fn(7, 5, |x, y| LumaA([number(x, y), 200]));
    let sheer = RgbaImage::from_fn(7, 5, |x, y| Rgba([number(x, y), 100, 150, 200]));
    for (x, y, width, height) in [(2, 1, 3, 4), (6, 0, 1, 5), (1, 4, 6, 1)] {
        let part = gray.view(x, y, width, height);
        assert_eq!(part.lend().to_vec(), part.to_image().into_raw());
        let part = faded.view(x, y, width, height);
        assert_eq!(part.lend().to_vec(), part.to_image().into_raw());
        let part = sheer.view(x, y, width, height);
        assert_eq!(part.lend().to_vec(), part.to_image().into_raw());
    }
}

/// Every part of an image, empty ones included, beside the crate's own copy of it.
#[test]
fn sub_images_lend_their_part() {
    let (photo, mut written) = (photo(), photo());
    for (x, width) in [(0, 7), (0, 0), (2, 3), (6, 1), (7, 0)] {
        for (y, height) in [(0, 5), (0, 0), (1, 3), (4, 1), (5, 0)] {
            let part = photo.view(x, y, width, height);
            let lent = part.lend();
            assert_eq!(lent.shape(), &[height as usize, width as usize, 3]);
            assert_eq!(
                RgbImage::try_from(lent).expect("three channels"),
                part.to_image()
            );
            let mut part = written.sub_image(x, y, width, height);
            assert_eq!(part.lend(), lent);
            part.lend_mut().map_inplace(|sample| *sample += 100);
            part.sub_image(0, 0, width, height)
                .lend_mut()
                .map_inplace(|sample| *sample -= 100);
        }
    }
    assert_eq!(written, photo);
    let inner = photo.view(1, 1, 5, 3);
    assert_eq!(
        inner.view(2, 1, 2, 2).lend(),
        photo.lend().slice(s![2:4, 3:5])
    );
    written.sub_image(5, 3, 2, 2).lend_mut().fill(77);
    assert_eq!(written.lend().slice(s![3:, 5:]), [[[77; 3]; 2]; 2]);
    assert_eq!(written.lend().slice(s![:3]), photo.lend().slice(s![:3]));
    assert_eq!(
        written.lend().slice(s![:, :5]),
        photo.lend().slice(s![:, :5])
    );
}

#[test]
fn sub_images_that_exceed_their_image_panic() {
    let mut photo = photo();
    for (begin, len) in (0..=8).flat_map(|begin| (0..=8).map(move |len| (begin, len))) {
        for (x, columns, y, rows) in [(begin, len, 1, 2), (1, 2, begin, len)] {
            let exceeds = x + columns > 7 || y + rows > 5;
            let says = |lent: Result<[usize; 3], Box<dyn Any + Send>>| match lent {
                Ok(shape) => assert_eq!(
                    (shape, exceeds),
                    ([rows, columns, 3].map(|n| n as usize), false)
                ),
                Err(panic) => {
                    let text = panic.downcast_ref::<&str>();
                    assert_eq!((text, exceeds), (Some(&"the part exceeds its image"), true));
                }
            };
            let part = SubImage::new(&photo, x, y, columns, rows);
            says(catch_unwind(|| *part.lend().shape()));
            let mut part = SubImage::new(&mut photo, x, y, columns, rows);
            says(catch_unwind(AssertUnwindSafe(|| *part.lend_mut().shape())));
        }
    }
}

#[test]
fn dynamic_images_lend_samples_of_their_type() {
    let photo = DynamicImage::from(photo());
    assert_eq!(
        View::<u8, 3>::try_from(&photo).expect("u8"),
        photo.to_rgb8().lend()
    );
    let mut bytes: [DynamicImage; 4] = [
        photo.to_luma8().into(),
        photo.to_luma_alpha8().into(),
        photo.to_rgb8().into(),
        photo.to_rgba8().into(),
    ];
    let mut words: [DynamicImage; 4] = [
        photo.to_luma16().into(),
        photo.to_luma_alpha16().into(),
        photo.to_rgb16().into(),
        photo.to_rgba16().into(),
    ];
    let mut floats: [DynamicImage; 2] = [photo.to_rgb32f().into(), photo.to_rgba32f().into()];
    macro_rules! lends {
        ($images:expr, $sample:ty, $others:expr) => {
            for image in $images {
                let view = View::<$sample, 3>::try_from(&*image).expect("the same samples");
                let (width, height) = image.dimensions();
                assert_eq!(
                    view.shape(),
                    &[
                        height as usize,
                        width as usize,
                        image.color().channel_count().into()
                    ]
                );
                assert_eq!(view.len() * size_of::<$sample>(), image.as_bytes().len());
                assert_eq!(view.as_ptr().cast(), image.as_bytes().as_ptr());
                let last = view[[4, 6, 0]];
                ViewMut::<$sample, 3>::try_from(&mut *image)
                    .expect("the same samples")
                    .slice_mut(s![0])
                    .fill(last);
                assert_eq!(
                    View::<$sample, 3>::try_from(&*image).expect("the same samples")[[0, 3, 0]],
                    last
                );
            }
            for image in $others {
                assert!(View::<$sample, 3>::try_from(&*image).is_err());
                assert!(ViewMut::<$sample, 3>::try_from(image).is_err());
            }
        };
    }
    lends!(&mut bytes, u8, words.iter_mut().chain(&mut floats));
    lends!(&mut words, u16, bytes.iter_mut().chain(&mut floats));
    lends!(&mut floats, f32, bytes.iter_mut().chain(&mut words));
    let error = View::<u8, 3>::try_from(&words[2]).unwrap_err();
    let text =
        "the pixels are `Rgb16`, whose samples are not `u8`: `to_rgb8()` and its like convert";
    assert_eq!(error, ImageError::Samples(text.into()));
}

#[test]
fn gray_images_have_two_axes_or_three() {
    let gray = Tensor::from_shape_fn([5, 7], |[y, x]| (10 * y + x) as u8);
    let expected = GrayImage::from_fn(7, 5, |x, y| Luma([(10 * y + x) as u8]));
    assert_eq!(GrayImage::try_from(gray.view()), Ok(expected.clone()));
    assert_eq!(
        GrayImage::try_from(gray.slice(s![::-1])),
        Ok(imageops::flip_vertical(&expected))
    );
    let photo = photo();
    let red = GrayImage::try_from(photo.lend().slice(s![.., 0])).expect("one channel");
    assert_eq!(red.lend().slice(s![.., 0]), photo.lend().slice(s![.., 0]));
    let start = gray.as_ptr();
    let moved = GrayImage::try_from(gray).expect("one channel");
    assert_eq!((moved.as_ptr(), &moved), (start, &expected));
    let error = GrayAlphaImage::try_from(expected.lend().slice(s![.., 0])).unwrap_err();
    let text = "axis 2 has length 1, the pixel has 2 channels";
    assert_eq!(error, ImageError::Channels(text.into()));
}

#[test]
fn pasting_agrees_with_the_crates_own_replace() {
    let (photo, logo) = (photo(), imageops::rotate90(&photo()));
    let (width, height) = photo.dimensions();
    for x in [
        -1000,
        -40,
        -3,
        0,
        7,
        i64::from(width) - 1,
        i64::from(width),
        i64::MAX,
    ] {
        for y in [i64::MIN, -5, 0, 2, i64::from(height) - 2, 1000] {
            let (mut ours, mut theirs) = (photo.clone(), photo.clone());
            paste(
                &mut ours.lend_mut(),
                [y as isize, x as isize, 0],
                &logo.lend(),
            );
            imageops::replace(&mut theirs, &logo, x, y);
            assert_eq!(ours, theirs, "at {x}, {y}");
        }
    }
    // Upside down, into every second column.
    let mut ours = photo.clone();
    let mut pixels = ours.lend_mut();
    paste(
        &mut pixels.slice_mut(s![:, ::2]),
        [-1, 2, 0],
        &logo.lend().slice(s![::-1]),
    );
    let flipped = imageops::flip_vertical(&logo);
    for (x, y, pixel) in photo.enumerate_pixels() {
        let place = (x / 2).checked_sub(2).map(|x| (x, y + 1));
        let expected = match place {
            Some((i, j)) if x % 2 == 0 && i < logo.width() && j < logo.height() => {
                flipped.get_pixel(i, j)
            }
            _ => pixel,
        };
        assert_eq!(ours.get_pixel(x, y), expected);
    }
}
