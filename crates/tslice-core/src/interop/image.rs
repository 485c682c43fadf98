//! `image`: buffers as views of height x width x channels, and back.

use core::ops::{Deref, DerefMut};

use ::image::{DynamicImage, GenericImageView, ImageBuffer, Pixel, SubImage};
use alloc::boxed::Box;
use alloc::format;
use alloc::vec::Vec;

use super::{Lend, LendMut};
use crate::array::{Array, Read, Ref, Tensor, View, ViewMut};
use crate::error::{ShapeError, errors, or_panic};
use crate::layout::{Dims, Rank, len};

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
impl<P: Pixel, C: Deref<Target = [P::Subpixel]>> Lend for ImageBuffer<P, C> {
    type View<'a>
        = View<'a, P::Subpixel, 3>
    where
        Self: 'a;

    fn lend(&self) -> View<'_, P::Subpixel, 3> {
        let shape = shape(self);
        View::over_slice(&shape, &self.as_raw()[..len(&shape)])
    }
}

impl<P: Pixel, C: Deref<Target = [P::Subpixel]> + DerefMut> LendMut for ImageBuffer<P, C> {
    type ViewMut<'a>
        = ViewMut<'a, P::Subpixel, 3>
    where
        Self: 'a;

    fn lend_mut(&mut self) -> ViewMut<'_, P::Subpixel, 3> {
        let shape = shape(self);
        ViewMut::over_slice(&shape, &mut (**self)[..len(&shape)])
    }
}

/// Parts of an image that are shared or exclusive.
macro_rules! parts {
    ($($image:ty),+) => {$(
        /// Lends the part with the strides of the whole image.
        ///
        /// # Panics
        ///
        /// If the part exceeds its image.
        impl<'i, P: Pixel, C: Deref<Target = [P::Subpixel]>> Lend for SubImage<$image> {
            type View<'a>
                = View<'a, P::Subpixel, 3>
            where
                Self: 'a;

            fn lend(&self) -> View<'_, P::Subpixel, 3> {
                let (shape, strides, first) = place(self);
                or_panic(View::from_strided(shape, strides, first, self.inner().as_raw()))
            }
        }
    )+};
}

parts! { &'i ImageBuffer<P, C>, &'i mut ImageBuffer<P, C> }

impl<P: Pixel, C: DerefMut<Target = [P::Subpixel]>> LendMut for SubImage<&mut ImageBuffer<P, C>> {
    type ViewMut<'a>
        = ViewMut<'a, P::Subpixel, 3>
    where
        Self: 'a;

    fn lend_mut(&mut self) -> ViewMut<'_, P::Subpixel, 3> {
        let (shape, strides, first) = place(self);
        or_panic(ViewMut::from_strided(
            shape,
            strides,
            first,
            self.inner_mut(),
        ))
    }
}

/// The shape and the strides of a part, and the sample with which it begins.
fn place<P: Pixel, C: Deref<Target = [P::Subpixel]>>(
    part: &SubImage<impl Deref<Target = ImageBuffer<P, C>>>,
) -> ([usize; 3], [isize; 3], usize) {
    let [height, width, channels] = shape(part.inner());
    let ((x, y), (columns, rows)) = (part.offsets(), part.dimensions());
    let [x, y, columns, rows] = [x, y, columns, rows].map(|number| number as usize);
    let fits = |begin: usize, len: usize, of: usize| begin <= of && len <= of - begin;
    assert!(
        fits(x, columns, width) && fits(y, rows, height),
        "the part exceeds its image"
    );
    let row = width * channels;
    let strides = [row, channels, 1].map(usize::cast_signed);
    // The first sample of an empty part may be behind the last of the image.
    let first = if columns == 0 || rows == 0 {
        0
    } else {
        y * row + x * channels
    };
    ([rows, columns, channels], strides, first)
}

/// Views of images whose pixels are known at run time only.
macro_rules! dynamic {
    ($($array:ident $image:ty, $lend:ident, $sample:ident: $($variant:ident)+;)+) => {$(
        /// Lends the samples if they have this type, of as many channels as the image has.
        /// `image.to_rgb8()` and its like convert others.
        ///
        /// ```
        /// use image::DynamicImage;
        /// use tslice::{View, interop::Lend};
        ///
        /// let photo = DynamicImage::new_rgb8(640, 480);
        /// let pixels = View::<u8, 3>::try_from(&photo)?;
        /// assert_eq!(pixels.shape(), &[480, 640, 3]);
        /// assert!(View::<u16, 3>::try_from(&photo).is_err());
        /// assert_eq!(photo.to_rgba16().lend().shape(), &[480, 640, 4]);
        /// # Ok::<(), tslice::interop::image::ImageError>(())
        /// ```
        impl<'a> TryFrom<$image> for $array<'a, $sample, 3> {
            type Error = ImageError;

            fn try_from(image: $image) -> Result<Self, ImageError> {
                match image {
                    $(DynamicImage::$variant(image) => Ok(image.$lend()),)+
                    image => Err(other_samples(image, stringify!($sample))),
                }
            }
        }
    )+};
}

dynamic! {
    View &'a DynamicImage, lend, u8: ImageLuma8 ImageLumaA8 ImageRgb8 ImageRgba8;
    View &'a DynamicImage, lend, u16: ImageLuma16 ImageLumaA16 ImageRgb16 ImageRgba16;
    View &'a DynamicImage, lend, f32: ImageRgb32F ImageRgba32F;
    ViewMut &'a mut DynamicImage, lend_mut, u8: ImageLuma8 ImageLumaA8 ImageRgb8 ImageRgba8;
    ViewMut &'a mut DynamicImage, lend_mut, u16: ImageLuma16 ImageLumaA16 ImageRgb16 ImageRgba16;
    ViewMut &'a mut DynamicImage, lend_mut, f32: ImageRgb32F ImageRgba32F;
}

#[cold]
fn other_samples(image: &DynamicImage, expected: &str) -> ImageError {
    let text = format!(
        "the pixels are `{:?}`, whose samples are not `{expected}`: `to_rgb8()` and its like \
         convert",
        image.color(),
    );
    ImageError::Samples(text.into())
}

fn shape<P: Pixel, C: Deref<Target = [P::Subpixel]>>(image: &ImageBuffer<P, C>) -> [usize; 3] {
    // An image in memory has lengths that fit in `usize`.
    [
        image.height() as usize,
        image.width() as usize,
        usize::from(P::CHANNEL_COUNT),
    ]
}

errors! {
    /// Why an array cannot become an image.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub enum ImageError {
        /// The length of the last axis is not the number of channels of the pixel, or an array
        /// without that axis has pixels of more channels.
        Channels[text: Box<str>] => ("{text}"),
        /// The samples of a `DynamicImage` have another type.
        Samples[text: Box<str>] => ("{text}"),
        /// A side exceeds `u32::MAX`: the height, which is axis 0, or the width, which is axis 1.
        Side[text: Box<str>] => ("{text}"),
        /// The image does not fit in memory.
        Shape(error: ShapeError) => ("{error}"),
    }
}

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
        samples.truncate(len(&shape));
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
fn from_raw<P: Pixel>(
    height: u32,
    width: u32,
    data: Vec<P::Subpixel>,
) -> ImageBuffer<P, Vec<P::Subpixel>> {
    let image = ImageBuffer::from_raw(width, height, data);
    image.expect("an array has as many elements as its shape")
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

/// Copies the elements of an array by reference.
impl<'a, P: Pixel, S: Read, D: Dims> TryFrom<&'a Array<S, D>> for ImageBuffer<P, Vec<P::Subpixel>>
where
    Self: TryFrom<Array<Ref<'a, S::Elem>, D>, Error = ImageError>,
{
    type Error = ImageError;

    fn try_from(array: &'a Array<S, D>) -> Result<Self, ImageError> {
        array.view().try_into()
    }
}

/// Converts an array of height x width, if the pixel has one channel: copies the elements of a
/// view, moves those of a tensor.
///
/// ```
/// use image::GrayImage;
/// use tslice::{Tensor, interop::Lend};
///
/// let brightness = Tensor::<u8, 2>::from([[0, 50, 100], [150, 200, 250]]);
/// let gray = GrayImage::try_from(brightness.view())?;
/// assert_eq!((gray.dimensions(), gray.get_pixel(2, 1).0), ((3, 2), [250]));
/// # Ok::<(), tslice::interop::image::ImageError>(())
/// ```
impl<P: Pixel, S: Read<Elem = P::Subpixel>> TryFrom<Array<S, Rank<2>>>
    for ImageBuffer<P, Vec<P::Subpixel>>
where
    Self: TryFrom<Array<S, Rank<3>>, Error = ImageError>,
{
    type Error = ImageError;

    fn try_from(array: Array<S, Rank<2>>) -> Result<Self, ImageError> {
        let [height, width] = *array.shape();
        array.into_shape([height, width, 1]).try_into()
    }
}

fn sides<P: Pixel>(&[height, width, len]: &[usize; 3]) -> Result<[u32; 2], ImageError> {
    let expected = usize::from(P::CHANNEL_COUNT);
    if len != expected {
        let text = format!("axis 2 has length {len}, the pixel has {expected} channels");
        return Err(ImageError::Channels(text.into()));
    }
    let side = |axis: usize, len: usize| {
        u32::try_from(len).map_err(|_| {
            let most = u32::MAX;
            let text =
                format!("axis {axis} has length {len}, an image has sides of at most {most}");
            ImageError::Side(text.into())
        })
    };
    Ok([side(0, height)?, side(1, width)?])
}
