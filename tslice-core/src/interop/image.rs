//! `image`: buffers as views of height x width x channels, and back.

use core::fmt;
use core::ops::{Deref, DerefMut};

use ::image::{ImageBuffer, Pixel};
use alloc::vec::Vec;

use super::{Lend, LendMut};
use crate::array::{Tensor, View, ViewMut};
use crate::error::ShapeError;

/// Height x width x channels, without a copy.
///
/// ```
/// use image::RgbImage;
/// use tslice::{interop::Lend, s};
///
/// let photo = RgbImage::from_fn(640, 480, |x, y| image::Rgb([x as u8, y as u8, 0]));
/// let pixels = photo.lend();
/// assert_eq!(pixels.shape(), &[480, 640, 3]);
/// let mirrored = RgbImage::try_from(pixels.slice(s![:, ::-1]))?;
/// assert_eq!(mirrored.get_pixel(0, 7), photo.get_pixel(639, 7));
/// # Ok::<(), tslice::interop::image::ImageError>(())
/// ```
impl<P, C> Lend for ImageBuffer<P, C>
where
    P: Pixel,
    C: Deref<Target = [P::Subpixel]>,
{
    type View<'a>
        = View<'a, P::Subpixel, 3>
    where
        Self: 'a;

    fn lend(&self) -> View<'_, P::Subpixel, 3> {
        let shape = shape(self);
        let samples = &self.as_raw()[..len(shape)];
        View::from_slice(&shape, samples)
    }
}

impl<P, C> LendMut for ImageBuffer<P, C>
where
    P: Pixel,
    C: Deref<Target = [P::Subpixel]> + DerefMut,
{
    type ViewMut<'a>
        = ViewMut<'a, P::Subpixel, 3>
    where
        Self: 'a;

    fn lend_mut(&mut self) -> ViewMut<'_, P::Subpixel, 3> {
        let shape = shape(self);
        let samples = &mut (**self)[..len(shape)];
        ViewMut::from_slice(&shape, samples)
    }
}

fn shape<P: Pixel, C>(image: &ImageBuffer<P, C>) -> [usize; 3]
where
    C: Deref<Target = [P::Subpixel]>,
{
    // An image in memory has lengths that fit in `usize`.
    [image.height() as usize, image.width() as usize, usize::from(P::CHANNEL_COUNT)]
}

fn len(shape: [usize; 3]) -> usize {
    crate::layout::len(&shape)
}

/// Why an array cannot become an image.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
#[allow(missing_docs, reason = "the sentence of each variant names its fields")]
pub enum ImageError {
    /// The length of the last axis is not the number of channels of the pixel.
    Channels { expected: usize, len: usize },
    /// A side exceeds `u32::MAX`: the height, which is axis 0, or the width, which is axis 1.
    Side { axis: usize, len: usize },
    /// The image does not fit in memory.
    Shape(ShapeError),
}

impl fmt::Display for ImageError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Shape(error) => error.fmt(f),
            Self::Channels { expected, len } => {
                write!(f, "axis 2 has length {len}, the pixel has {expected} channels")
            }
            Self::Side { axis, len } => {
                write!(f, "axis {axis} has length {len}, an image has sides of at most {}", u32::MAX)
            }
        }
    }
}

impl core::error::Error for ImageError {}

/// Moves the samples of an image of height x width x channels.
///
/// ```
/// let gray = image::GrayImage::from_raw(3, 1, vec![1, 2, 3]).expect("three samples");
/// assert_eq!(tslice::Tensor::from(gray), [[[1], [2], [3]]]);
/// ```
impl<P: Pixel> From<ImageBuffer<P, Vec<P::Subpixel>>> for Tensor<P::Subpixel, 3> {
    fn from(image: ImageBuffer<P, Vec<P::Subpixel>>) -> Self {
        let shape = shape(&image);
        let mut samples = image.into_raw();
        samples.truncate(len(shape));
        Self::from_parts(&shape, samples)
    }
}

/// Moves the elements of a tensor of height x width x channels.
impl<P: Pixel> TryFrom<Tensor<P::Subpixel, 3>> for ImageBuffer<P, Vec<P::Subpixel>> {
    type Error = ImageError;

    fn try_from(tensor: Tensor<P::Subpixel, 3>) -> Result<Self, ImageError> {
        let [height, width] = sides::<P>(tensor.shape())?;
        Ok(from_raw(height, width, tensor.into_vec()))
    }
}

/// An image of as many samples as its sides need.
fn from_raw<P: Pixel>(height: u32, width: u32, data: Vec<P::Subpixel>) -> ImageBuffer<P, Vec<P::Subpixel>> {
    match ImageBuffer::from_raw(width, height, data) {
        Some(image) => image,
        None => unreachable!("an array has as many elements as its shape"),
    }
}

/// Copies a view of height x width x channels.
impl<P: Pixel> TryFrom<View<'_, P::Subpixel, 3>> for ImageBuffer<P, Vec<P::Subpixel>> {
    type Error = ImageError;

    fn try_from(view: View<'_, P::Subpixel, 3>) -> Result<Self, ImageError> {
        let [height, width] = sides::<P>(view.shape())?;
        let data = view.try_to_vec().map_err(ImageError::Shape)?;
        Ok(from_raw(height, width, data))
    }
}

fn sides<P: Pixel>(&[height, width, len]: &[usize; 3]) -> Result<[u32; 2], ImageError> {
    let expected = usize::from(P::CHANNEL_COUNT);
    if len != expected {
        return Err(ImageError::Channels { expected, len });
    }
    let side = |axis, len| u32::try_from(len).map_err(|_| ImageError::Side { axis, len });
    Ok([side(0, height)?, side(1, width)?])
}
