//! Functions whose assembly `tests/folded.rs` reads: literal specs, most of them on views of
//! constant shape.

use tslice::{Array, Ref, Shape, View, ViewMut, axes, checked, s, zip};

/// A view whose shape and strides the compiler knows, as it does where they are made in sight.
macro_rules! known {
    ($picture:ident) => {{
        let known = *$picture.shape() == [480, 640] && *$picture.strides() == [640, 1];
        // SAFETY: the caller hands over a whole picture.
        unsafe { std::hint::assert_unchecked(known) };
        $picture
    }};
}

/// A crop.
///
/// # Safety
///
/// The picture is whole: 480 rows of 640.
#[unsafe(no_mangle)]
pub unsafe fn crop(picture: View<'_, f32, 2>) -> View<'_, f32, 2> {
    known!(picture).slice(s![100:-100, 200:440])
}

axes! {
    /// A picture.
    pub Picture = row, column;
}

/// The same crop by names.
///
/// # Safety
///
/// The picture is whole: 480 rows of 640.
#[unsafe(no_mangle)]
pub unsafe fn crop_by_name(picture: View<'_, f32, 2>) -> View<'_, f32, 2> {
    known!(picture).slice(s![Picture: column = 200:440, row = 100:-100])
}

/// Rows by bounds of a call.
#[unsafe(no_mangle)]
pub fn rows(picture: View<'_, f32, 2>, from: usize) -> View<'_, f32, 2> {
    picture.slice(s![from:, :])
}

/// The same rows by their name.
#[unsafe(no_mangle)]
pub fn rows_by_name(picture: View<'_, f32, 2>, from: usize) -> View<'_, f32, 2> {
    picture.slice(s![Picture: row = from:])
}

/// Every second column, from the last on.
///
/// # Safety
///
/// The picture is whole: 480 rows of 640.
#[unsafe(no_mangle)]
pub unsafe fn reversed(picture: View<'_, f32, 2>) -> View<'_, f32, 2> {
    known!(picture).slice(s![:, ::-2])
}

/// The last column.
///
/// # Safety
///
/// The picture is whole: 480 rows of 640.
#[unsafe(no_mangle)]
pub unsafe fn column(picture: View<'_, f32, 2>) -> View<'_, f32, 1> {
    known!(picture).slice(s![.., -1])
}

/// One element of a slice.
///
/// # Safety
///
/// The picture is whole: 480 rows of 640.
#[unsafe(no_mangle)]
#[must_use]
pub unsafe fn element(picture: View<'_, f32, 2>) -> f32 {
    known!(picture).slice(s![7, ::2])[[4]]
}

/// An axis more and one less.
///
/// # Safety
///
/// The picture is whole: 480 rows of 640.
#[unsafe(no_mangle)]
pub unsafe fn raised(picture: View<'_, f32, 2>) -> View<'_, f32, 2> {
    known!(picture).slice(s![3, newaxis, -100:])
}

/// What does branch: the bounds come with the call.
///
/// # Safety
///
/// The picture is whole: 480 rows of 640.
#[unsafe(no_mangle)]
pub unsafe fn at_run_time(picture: View<'_, f32, 2>, begin: usize, end: i32) -> View<'_, f32, 2> {
    known!(picture).slice(s![begin:end, ..])
}

/// One element of a chain of slices of a nested array.
#[unsafe(no_mangle)]
#[must_use]
pub fn checked_element(picture: &[[f32; 640]; 480]) -> f32 {
    let picture = Array::<Ref<'_, f32>, Shape![480, 640]>::from(picture);
    picture
        .slice(checked![7:, ::-2])
        .slice(checked![:, 4, newaxis])[[1, 0]]
}

/// A column of an argument: its lengths are constants, its strides come with the call.
#[unsafe(no_mangle)]
#[must_use]
pub fn checked_column<'a>(picture: &Array<Ref<'a, f32>, Shape![480, 640]>) -> Option<&'a f32> {
    picture.slice(checked![.., -1]).slice(checked![2]).get([])
}

/// A slice of a nested array as another nested array.
#[unsafe(no_mangle)]
#[must_use]
pub fn checked_nested(nested: &[[i32; 4]; 3]) -> [[i32; 2]; 1] {
    Array::<Ref<'_, i32>, Shape![3, 4]>::from(nested)
        .slice(checked![1:2, ::2])
        .to_nested()
}

/// A sum, whose loop is of vectors.
#[unsafe(no_mangle)]
#[must_use]
pub fn summed(numbers: View<'_, f32, 1>) -> f32 {
    numbers.sum()
}

/// A closure on the elements of three arrays, whose loop is of vectors.
#[unsafe(no_mangle)]
pub fn zipped(to: &mut ViewMut<'_, f32, 2>, a: View<'_, f32, 2>, b: View<'_, f32, 2>) {
    zip((to, a, b)).for_each(|(to, a, b)| *to = a * 2.0 + b);
}

/// One value for all elements.
#[unsafe(no_mangle)]
pub fn filled(to: &mut ViewMut<'_, u16, 2>, value: u16) {
    to.fill(value);
}

/// The largest element.
#[unsafe(no_mangle)]
#[must_use]
pub fn largest(numbers: View<'_, i32, 2>) -> Option<i32> {
    numbers.max()
}
