//! The target of a result: memory without elements, or the caller's buffer. Each element is written
//! once, in order.

use alloc::vec::Vec;
use core::mem::{MaybeUninit, needs_drop};
use core::ptr;

use tslice_kernels::{Gaps, HUGE, PAGE, move_block, past};

use super::{SHORT, assign, is_copy};
use crate::array::{Array, DynView, RawElements, Ref};
use crate::layout::{self, Dims, Dynamic};

/// Takes the elements of a result, in row-major order.
pub struct Sink<'s, T> {
    places: &'s mut [MaybeUninit<T>],
    written: usize,
    /// Whether each place has a live element, which a new one replaces.
    live: bool,
}

impl<'s, T> Sink<'s, T> {
    /// A target of places without elements.
    pub(crate) fn new(places: &'s mut [MaybeUninit<T>]) -> Self {
        Self {
            places,
            written: 0,
            live: false,
        }
    }

    /// A caller's buffer, which has the length of the result.
    pub fn over(buffer: &'s mut [T]) -> Self {
        let places: *mut [T] = buffer;
        // SAFETY: a slice needs places to which no other reference exists as long as it lives:
        // those of the buffer. Only elements are written to them, here.
        let places = unsafe { &mut *(places as *mut [MaybeUninit<T>]) };
        Self {
            places,
            written: 0,
            live: true,
        }
    }

    /// Splits the places in two targets, the first of which has `len` places. None was taken yet.
    #[cfg(feature = "rayon")]
    pub(super) fn split_at(self, len: usize) -> [Self; 2] {
        let (first, others) = self.places.split_at_mut(len);
        [first, others].map(|places| Self {
            places,
            written: 0,
            live: self.live,
        })
    }

    /// The number of elements that were written to places that [`new`](Self::new) was given, the
    /// first of which is at `first`.
    ///
    /// # Panics
    ///
    /// If this is another target: whoever writes to one can put another in its place.
    pub(super) fn written(&self, first: *const MaybeUninit<T>) -> usize {
        assert!(
            !self.live && ptr::eq(self.places.as_ptr(), first),
            "the target that was given"
        );
        self.written
    }

    /// The number of elements that were taken.
    #[inline(always)]
    pub fn taken(&self) -> usize {
        self.written
    }
}

impl<T: Clone> Sink<'_, T> {
    /// Takes elements, for which there is room.
    ///
    /// # Panics
    ///
    /// If there is none for one of them.
    #[inline(always)]
    pub fn elements(&mut self, elements: impl ExactSizeIterator<Item = T>) {
        self.arrays(elements.map(|element| [element]));
    }

    /// Takes arrays of N elements, for which there is room.
    ///
    /// # Panics
    ///
    /// If there is none for one of them.
    #[inline(always)]
    pub fn arrays<const N: usize>(&mut self, arrays: impl ExactSizeIterator<Item = [T; N]>) {
        let (places, _) = self.places[self.written..][..arrays.len() * N].as_chunks_mut();
        let live = self.live && needs_drop::<T>();
        let mut written = 0;
        places.iter_mut().zip(arrays).for_each(|(places, array)| {
            if live {
                for (place, element) in places.iter_mut().zip(array) {
                    // SAFETY: `assume_init_mut` needs a live element: each place of this target has
                    // one.
                    *unsafe { place.assume_init_mut() } = element;
                }
            } else {
                *places = array.map(MaybeUninit::new);
            }
            written += N;
        });
        self.written += written;
    }

    /// Takes contiguous elements, for which there is room.
    ///
    /// # Panics
    ///
    /// If there is none for one of them.
    #[inline(always)]
    pub fn run(&mut self, run: &[T]) {
        if !is_copy::<T>() {
            return self.elements(run.iter().cloned());
        }
        let places = &mut self.places[self.written..][..run.len()];
        // SAFETY: `move_block` needs the bytes of elements and of as many places, which do not
        // overlap: places of this target are borrowed exclusively. A copy of the bytes of a `Copy`
        // element is an element, and what it replaces has nothing to drop.
        unsafe {
            move_block(
                places.as_mut_ptr().cast(),
                run.as_ptr().cast(),
                size_of_val(run),
            )
        };
        self.written += run.len();
    }

    /// Takes `len` contiguous elements from each of some offsets on.
    ///
    /// # Panics
    ///
    /// If the rest of the target is shorter.
    ///
    /// # Safety
    ///
    /// From each offset on there are `len` contiguous elements.
    #[inline(always)]
    pub(crate) unsafe fn gather(
        &mut self,
        elements: RawElements<Ref<'_, T>>,
        len: usize,
        offsets: impl ExactSizeIterator<Item = isize>,
    ) {
        fn array<T: Clone, const N: usize>(elements: &[T]) -> [T; N] {
            core::array::from_fn(|at| elements[at].clone())
        }
        // SAFETY: `slice` needs contiguous elements: the condition of this function.
        let blocks = offsets.map(|offset| unsafe { elements.slice(offset, len) });
        match len {
            1 => self.arrays(blocks.map(array::<T, 1>)),
            2 => self.arrays(blocks.map(array::<T, 2>)),
            3 => self.arrays(blocks.map(array::<T, 3>)),
            4 => self.arrays(blocks.map(array::<T, 4>)),
            _ => blocks.for_each(|block| self.run(block)),
        }
    }

    /// Takes `len` contiguous elements from each of `count` offsets on, which begin at `first` and
    /// are `stride` apart.
    ///
    /// # Panics
    ///
    /// If the rest of the target is shorter.
    ///
    /// # Safety
    ///
    /// From each offset on there are `len` contiguous elements.
    #[inline(always)]
    pub(crate) unsafe fn spaced(
        &mut self,
        elements: RawElements<Ref<'_, T>>,
        first: isize,
        (count, stride): (usize, isize),
        len: usize,
    ) {
        if count == 1 || stride == len.cast_signed() {
            // SAFETY: `slice` needs contiguous elements: those of all offsets (the condition of
            // this function).
            self.run(unsafe { elements.slice(first, count * len) });
        } else {
            // SAFETY: `apart` needs what this function needs.
            unsafe { self.apart(elements, first, (count, stride), len) };
        }
    }

    /// [`spaced`](Self::spaced) with gaps.
    ///
    /// # Safety
    ///
    /// That of [`spaced`](Self::spaced).
    unsafe fn apart(
        &mut self,
        elements: RawElements<Ref<'_, T>>,
        first: isize,
        (count, stride): (usize, isize),
        len: usize,
    ) {
        if count * len <= SHORT {
            let offsets =
                (0..count).map(|at| first.wrapping_add(stride.wrapping_mul(at.cast_signed())));
            // SAFETY: `gather` needs contiguous elements at each offset: the condition of this
            // function.
            unsafe { self.gather(elements, len, offsets) };
        } else {
            let layout = Dynamic::of(&[count, len], &[stride, 1]);
            // SAFETY: `array` needs index tuples that point to elements: the condition of this
            // function.
            let view: DynView<'_, T> = unsafe { elements.array(first, layout) };
            self.array(&view);
        }
    }

    /// Takes one element `count` times.
    ///
    /// # Panics
    ///
    /// If the rest of the target is shorter.
    pub fn repeat(&mut self, element: &T, count: usize) {
        self.elements((0..count).map(|_| element.clone()));
    }

    /// Takes `count` elements, which repeat the last `len` elements that were taken.
    ///
    /// # Panics
    ///
    /// If fewer were taken, or the rest of the target is shorter.
    pub(crate) fn again(&mut self, len: usize, mut count: usize) {
        let from = self.written - len;
        while count > 0 {
            let (taken, places) = self.places.split_at_mut(self.written);
            let taken = &taken[from..];
            let run = &raw const taken[..taken.len().min(count)];
            let mut rest = Sink {
                places,
                written: 0,
                live: self.live,
            };
            // SAFETY: `*` needs live elements that nothing writes: those that were taken, beside
            // which `split_at_mut` borrows the other places.
            rest.run(unsafe { &*(run as *const [T]) });
            count -= rest.written;
            self.written += rest.written;
        }
    }

    /// Takes rows of `len` elements of a source, which begin at `starts`, of an output of `all`
    /// rows, by non-temporal stores; or returns `false` and takes none, if the places are not
    /// aligned, or the output is better written through the caches.
    ///
    /// # Panics
    ///
    /// If a row is not inside the source.
    pub fn rows(
        &mut self,
        (len, all): (usize, usize),
        source: &[T],
        mut starts: impl ExactSizeIterator<Item = usize> + Clone,
    ) -> bool {
        let end = self
            .written
            .saturating_add(len.saturating_mul(starts.len()));
        let Some(to) = self.places.get_mut(self.written..end) else {
            return false;
        };
        if !to.as_ptr().addr().is_multiple_of(past::PIECE) || !are_huge::<T>(len, all) {
            return false;
        }
        let bytes = len * size_of::<T>();
        // A page of rows is fetched ahead.
        let mut ahead = starts.clone().skip(PAGE / bytes);
        let _fence = past::Fence;
        for places in to.chunks_exact_mut(len) {
            let start = starts.next().expect("as many rows as there are places");
            if let Some(row) = ahead.next().and_then(|next| source.get(next..)?.get(..len)) {
                past::fetch(row);
            }
            let row = &source[start..][..len];
            // SAFETY: `copy` needs the bytes of a row to be readable, and those of its places to be
            // writable and aligned to PIECE, as a row has a multiple of that (`are_huge`). A `Copy`
            // element has nothing to drop, and a copy of its bytes is an element.
            unsafe { past::copy(places.as_mut_ptr().cast(), row.as_ptr().cast(), bytes) };
        }
        self.written = end;
        true
    }

    /// Takes the elements of an array, in row-major order. If a clone panics, elements that were
    /// written to places without one leak.
    ///
    /// # Panics
    ///
    /// If the rest of the target is shorter.
    pub(crate) fn array<D: Dims>(&mut self, array: &Array<Ref<'_, T>, D>) {
        if let Some(elements) = array.as_slice() {
            return self.run(elements);
        }
        if array.len() <= SHORT {
            return self.elements(array.iter().cloned());
        }
        let end = self.written + array.len();
        let places: *mut T = self.places[self.written..end].as_mut_ptr().cast();
        let layout = layout::row_major::<D>(array.lengths());
        let layout = layout.expect("an array of these lengths");
        // SAFETY: `assign` needs a live element for each index tuple, none of which is in the
        // target: those of the array (invariant 1), which is borrowed as the target is borrowed
        // exclusively. There are as many places, each with an element if the target is `live`,
        // without gaps.
        unsafe {
            assign(
                places,
                self.live,
                &layout,
                Gaps::Exclusive,
                array.as_ptr(),
                array.steps(),
            )
        };
        self.written = end;
    }
}

/// Whether an output of `count` rows of `len` elements is written by non-temporal stores.
pub(crate) fn are_huge<T>(len: usize, count: usize) -> bool {
    let row = len.saturating_mul(size_of::<T>());
    let whole = row.is_multiple_of(past::PIECE) && (past::LEAST..=PAGE).contains(&row);
    whole && row.saturating_mul(count) >= HUGE && is_copy::<T>()
}

/// A vector of `len` elements, which `write` writes to the spare capacity of `out`.
///
/// # Errors
///
/// The error of `write`.
///
/// # Panics
///
/// If `out` has elements or less room, or `write` leaves a place without an element. If it panics,
/// elements that were written leak.
pub fn collect<T: Clone, E>(
    mut out: Vec<T>,
    len: usize,
    write: impl FnOnce(&mut Sink<'_, T>) -> Result<(), E>,
) -> Result<Vec<T>, E> {
    assert!(out.is_empty(), "a vector of spare capacity only");
    let places = &mut out.spare_capacity_mut()[..len];
    let first = places.as_ptr();
    let mut sink = Sink::new(places);
    let result = write(&mut sink);
    let written = sink.written(first);
    // SAFETY: `set_len` needs live elements: this number was written. Where `write` failed, they
    // are dropped with the vector.
    unsafe { out.set_len(written) };
    result?;
    assert!(written == len, "every element is written");
    Ok(out)
}
