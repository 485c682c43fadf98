//! `image`: buffers as views of height x width x channels, and back.

use core::fmt;
use core::ops::{Deref, DerefMut};

use ::image::{ImageBuffer, Pixel};
use alloc::vec::Vec;

use super::{Lend, LendMut};
use crate::layout::Fixed;
use crate::raw::{Exclusive, Shared};
use crate::view::{Tensor, View, ViewMut};

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
/// # Ok::<(), tslice::interop::image::NoImage>(())
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
        View { raw: Shared::row_major(samples, Fixed::row_major(shape)) }
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
        ViewMut { raw: Exclusive::row_major(samples, Fixed::row_major(shape)) }
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

/// Why a tensor is no image.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum NoImage {
    /// The last axis does not have as many channels as the pixel.
    Channels {
        /// Channels of the pixel.
        expected: usize,
        /// Length of axis 2.
        len: usize,
    },
    /// A side exceeds `u32::MAX`.
    Side {
        /// 0 for the height, 1 for the width.
        axis: usize,
        /// Its length.
        len: usize,
    },
}

impl fmt::Display for NoImage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::Channels { expected, len } => {
                write!(f, "axis 2 has length {len}, the pixel has {expected} channels")
            }
            Self::Side { axis, len } => {
                write!(f, "axis {axis} has length {len}, an image has sides of at most {}", u32::MAX)
            }
        }
    }
}

impl core::error::Error for NoImage {}

/// Takes over the elements of a tensor of height x width x channels.
impl<P: Pixel> TryFrom<Tensor<P::Subpixel, 3>> for ImageBuffer<P, Vec<P::Subpixel>> {
    type Error = NoImage;

    fn try_from(tensor: Tensor<P::Subpixel, 3>) -> Result<Self, NoImage> {
        let [height, width] = sides::<P>(tensor.shape())?;
        match Self::from_raw(width, height, tensor.into_vec()) {
            Some(image) => Ok(image),
            None => unreachable!("the tensor has as many elements as its shape"),
        }
    }
}

/// Copies a view of height x width x channels.
impl<P: Pixel> TryFrom<View<'_, P::Subpixel, 3>> for ImageBuffer<P, Vec<P::Subpixel>> {
    type Error = NoImage;

    fn try_from(view: View<'_, P::Subpixel, 3>) -> Result<Self, NoImage> {
        sides::<P>(view.shape())?;
        view.to_tensor().try_into()
    }
}

fn sides<P: Pixel>(&[height, width, len]: &[usize; 3]) -> Result<[u32; 2], NoImage> {
    let expected = usize::from(P::CHANNEL_COUNT);
    if len != expected {
        return Err(NoImage::Channels { expected, len });
    }
    let side = |axis, len| u32::try_from(len).map_err(|_| NoImage::Side { axis, len });
    Ok([side(0, height)?, side(1, width)?])
}
