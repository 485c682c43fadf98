//! One array of a file.

use std::fmt;
use std::fs::File;
use std::io::{BufReader, ErrorKind, Read};
use std::ops::Range;
use std::path::Path;
use std::sync::Arc;

use bytemuck::checked::try_cast;
use bytemuck::{CheckedBitPattern, Zeroable, cast_slice_mut, try_cast_slice, try_zeroed_vec};
use flate2::bufread::MultiGzDecoder;
use tslice::{DynTensor, DynView};

use crate::NpyError;
use crate::bytes::{Bytes, PIECE, fill, is_archive, is_compressed};
use crate::element::Element;
use crate::header::{self, Header};

/// An array of a file, mapped or in memory: its header, and its elements as views.
#[derive(Clone)]
pub struct Npy {
    pub(crate) bytes: Arc<Bytes>,
    /// Where the elements are.
    pub(crate) data: Range<usize>,
    pub(crate) header: Header,
    /// The member of an archive in which nothing was compared with its checksum.
    pub(crate) unchecked: Option<(Range<usize>, u32)>,
}

impl Npy {
    /// Maps a file with one array. Nothing but its header is read before it is used, so the file
    /// may be larger than memory.
    ///
    /// # Safety
    ///
    /// The file keeps its length and content while this array and its clones exist: another
    /// process that writes to it changes elements behind a shared reference, and one that cuts it
    /// ends this process where they are read.
    ///
    /// # Errors
    ///
    /// If it is not a file with one array whose items have a fixed size, or has fewer or more bytes
    /// than its header says.
    pub unsafe fn map(path: impl AsRef<Path>) -> Result<Self, NpyError> {
        // SAFETY: as the caller promises.
        let mut arrays = unsafe { Self::map_each(path) }?;
        let array = arrays.next().unwrap_or_else(|| Err(nothing()))?;
        match arrays.bytes.as_ref().as_ref().len() == arrays.at {
            true => Ok(array),
            false => Err(several()),
        }
    }

    /// Maps a file with arrays that were saved one behind the other.
    ///
    /// # Safety
    ///
    /// As for [`map`](Self::map).
    ///
    /// # Errors
    ///
    /// If it is not a regular file, is empty, or an archive.
    pub unsafe fn map_each(path: impl AsRef<Path>) -> Result<Arrays, NpyError> {
        let file = open(path.as_ref())?;
        // SAFETY: as the caller promises.
        let bytes = Arc::new(unsafe { Bytes::map(&file) }?);
        if is_archive(bytes.as_ref().as_ref()) {
            return Err(NpyError::format("an archive, which `Archive` reads"));
        }
        Ok(Arrays { bytes, at: 0 })
    }

    /// Reads the next array of a stream into memory, and stops right behind it; `None` at the end
    /// of the stream. No more memory is taken than bytes arrive.
    ///
    /// # Errors
    ///
    /// If the bytes are not an array whose items have a fixed size, or end too early.
    pub fn read_next(from: &mut impl Read) -> Result<Option<Self>, NpyError> {
        let Some(header) = Header::read(from)? else {
            return Ok(None);
        };
        let bytes = Bytes::hold(from, header.data_bytes()? as u64)?;
        Self::alone(header, bytes).map(Some)
    }

    /// Copies the next array of a stream into a temporary file, which is mapped. See
    /// [`read_next`](Self::read_next).
    ///
    /// # Errors
    ///
    /// As [`read_next`](Self::read_next), and if the temporary file cannot be written.
    pub fn spool_next(from: &mut impl Read) -> Result<Option<Self>, NpyError> {
        let Some(header) = Header::read(from)? else {
            return Ok(None);
        };
        let bytes = Bytes::spool(from, header.data_bytes()? as u64)?;
        Self::alone(header, bytes).map(Some)
    }

    /// Reads over the next array of a stream; whether there was one.
    ///
    /// # Errors
    ///
    /// As [`read_next`](Self::read_next).
    pub fn skip_next(from: &mut impl Read) -> Result<bool, NpyError> {
        let Some(header) = Header::read(from)? else {
            return Ok(false);
        };
        let needed = header.data_bytes()? as u64;
        let skipped = std::io::copy(&mut from.take(needed), &mut std::io::sink())?;
        match skipped == needed {
            true => Ok(true),
            false => Err(header.cut_short(&needed.to_string(), None)),
        }
    }

    /// An array whose elements are all of these bytes.
    fn alone(header: Header, bytes: Bytes) -> Result<Self, NpyError> {
        let there = bytes.as_ref().len();
        let needed = header.data_bytes()?;
        if there < needed {
            return Err(header.cut_short(&format!("{needed} bytes"), Some(there)));
        }
        Ok(Self {
            bytes: Arc::new(bytes),
            data: 0..needed,
            header,
            unchecked: None,
        })
    }

    /// The array that begins at a byte, whose last byte is before `end`.
    pub(crate) fn at(bytes: Arc<Bytes>, place: Range<usize>) -> Result<Option<Self>, NpyError> {
        let mut rest = &bytes.as_ref().as_ref()[place.clone()];
        let Some(header) = Header::read(&mut rest)? else {
            return Ok(None);
        };
        let needed = header.data_bytes()?;
        if rest.len() < needed {
            return Err(header.cut_short(&format!("{needed} bytes"), Some(rest.len())));
        }
        let start = place.end - rest.len();
        let data = start..start + needed;
        Ok(Some(Self {
            bytes,
            data,
            header,
            unchecked: None,
        }))
    }

    /// The lengths of its axes.
    #[must_use]
    pub fn shape(&self) -> &[usize] {
        &self.header.shape
    }

    /// Its dtype in the notation of headers: `'<f8'` with its quotes, or a list of fields.
    #[must_use]
    pub fn descr(&self) -> &str {
        &self.header.descr
    }

    /// The bytes of one item.
    #[must_use]
    pub fn item_bytes(&self) -> usize {
        self.header.item_bytes
    }

    /// Whether the file has the first axis vary fastest. Views have their strides from it.
    #[must_use]
    pub fn is_fortran_order(&self) -> bool {
        self.header.fortran_order
    }

    /// Whether it lies in a mapped archive, and was not yet compared with its checksum.
    #[must_use]
    pub fn is_unchecked(&self) -> bool {
        self.unchecked.is_some()
    }

    /// Reads all bytes, and compares them with the checksum of the archive if that was not done.
    ///
    /// # Errors
    ///
    /// If they differ.
    pub fn check(&mut self) -> Result<(), NpyError> {
        if let Some((place, checksum)) = &self.unchecked {
            let found = rawzip::crc32(&self.bytes.as_ref().as_ref()[place.clone()]);
            if found != *checksum {
                return Err(NpyError::Format(format!(
                    "the archive is damaged: checksum {checksum:08x}, the bytes have {found:08x}"
                )));
            }
        }
        self.unchecked = None;
        Ok(())
    }

    /// The elements as a view, without a copy. Bytes of bools are looked at.
    ///
    /// # Errors
    ///
    /// If they are of another type or byte order, or lie at addresses that the type cannot have, as
    /// members of archives may: then [`to_tensor`](Self::to_tensor) copies them.
    pub fn view<T: Element>(&self) -> Result<DynView<'_, T>, NpyError> {
        self.check_order::<T>()?;
        self.items("`to_tensor` copies them")
    }

    /// An error if the elements are of another type or byte order.
    fn check_order<T: Element>(&self) -> Result<(), NpyError> {
        match self.header.is_swapped::<T>()? {
            true => Err(NpyError::View(
                "the elements have the other byte order: `to_tensor` copies them".into(),
            )),
            false => Ok(()),
        }
    }

    /// The items as any plain type of the same size, whatever the dtype says: records as a
    /// `#[repr(C)]` struct, numbers of 16 bits that have a type elsewhere.
    ///
    /// # Errors
    ///
    /// If the sizes differ, the address is one that the type cannot have, or an item is none of the
    /// values of the type.
    pub fn cast<T: CheckedBitPattern>(&self) -> Result<DynView<'_, T>, NpyError> {
        if size_of::<T>() != self.item_bytes() {
            return Err(NpyError::View(format!(
                "items of {} bytes, the type has {}",
                self.item_bytes(),
                size_of::<T>()
            )));
        }
        self.items("`bytes` views their bytes")
    }

    /// The items as a type of their size; what to call if it cannot have their address.
    fn items<T: CheckedBitPattern>(&self, instead: &str) -> Result<DynView<'_, T>, NpyError> {
        self.header.arranged(items_of(self.data(), instead)?, None)
    }

    /// Calls a function with the elements, about a megabyte of them at a time, in the order of the
    /// file. Those of a mapped file that were read do not stay in the memory of this process.
    ///
    /// # Errors
    ///
    /// As [`view`](Self::view).
    pub fn each_block<T: Element>(&self, mut see: impl FnMut(&[T])) -> Result<(), NpyError> {
        self.check_order::<T>()?;
        for block in self.data().chunks(1 << 20) {
            see(items_of(block, "`to_tensor` copies them")?);
            #[cfg(unix)]
            if let Bytes::Mapped(map) = self.bytes.as_ref() {
                // SAFETY: `unchecked_advise` needs pages whose content nobody misses: those of a
                // file that is only read are read from it again.
                let _ = unsafe { map.unchecked_advise(memmap2::UncheckedAdvice::DontNeed) };
            }
        }
        Ok(())
    }

    /// The bytes of items, `N` at a time. Items that are longer have one more axis for their parts.
    ///
    /// # Errors
    ///
    /// If the items are not parts of `N` bytes, or the shape has more elements than memory.
    pub fn bytes<const N: usize>(&self) -> Result<DynView<'_, [u8; N]>, NpyError> {
        let parts = self.item_bytes().checked_div(N).unwrap_or(0);
        if parts * N != self.item_bytes() {
            return Err(NpyError::View(format!(
                "items of {} bytes are not parts of {N} bytes",
                self.item_bytes()
            )));
        }
        let (items, _) = self.data().as_chunks::<N>();
        self.header
            .arranged(items, Some(parts).filter(|parts| *parts > 1))
    }

    /// A copy of the elements, from either byte order and any address.
    ///
    /// # Errors
    ///
    /// If they are of another type, or a byte of a `bool` is neither 0 nor 1.
    pub fn to_tensor<T: Element>(&self) -> Result<DynTensor<T>, NpyError> {
        self.header.elements(&mut self.data(), self.data.len())
    }

    fn data(&self) -> &[u8] {
        &self.bytes.as_ref().as_ref()[self.data.clone()]
    }

    /// Tells the system which part will be read. Of a mapped file, it then does not read ahead
    /// where most of that lies between the items.
    pub fn will_read<T>(&self, part: &DynView<'_, T>) {
        /// A slice of less than one item in `SPARSE` is sparse.
        const SPARSE: usize = 32;
        let mut span = 0;
        for (len, stride) in part.shape().iter().zip(part.strides()) {
            span += len.saturating_sub(1) * stride.unsigned_abs();
        }
        let is_sparse = !part.is_empty() && span / SPARSE > part.len();
        #[cfg(unix)]
        if let (true, Bytes::Mapped(map)) = (is_sparse, self.bytes.as_ref()) {
            // Advice that the system does not take costs time only.
            let _ = map.advise(memmap2::Advice::Random);
        }
        #[cfg(not(unix))]
        let _ = is_sparse;
    }
}

/// Bytes as items; what to call if the type cannot have their address.
fn items_of<'b, T: CheckedBitPattern>(bytes: &'b [u8], instead: &str) -> Result<&'b [T], NpyError> {
    let items: &[T::Bits] = try_cast_slice(bytes).map_err(|_| {
        NpyError::View(format!(
            "the items lie at an address that the type cannot have: {instead}"
        ))
    })?;
    // A part is checked to its end, which vectors do: `bytemuck` checks one by one.
    let are_valid = |part: &[T::Bits]| {
        part.iter()
            .fold(true, |all, bits| all & T::is_valid_bit_pattern(bits))
    };
    if !items.chunks(PART).all(are_valid) {
        return Err(NpyError::Bool);
    }
    // SAFETY: `from_raw_parts` needs as many items of T: T has the layout of its bits, which are
    // valid.
    Ok(unsafe { std::slice::from_raw_parts(items.as_ptr().cast(), items.len()) })
}

/// Items that are checked together.
const PART: usize = 1 << 12;

impl fmt::Debug for Npy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Npy")
            .field("shape", &self.header.shape)
            .field("descr", &self.header.descr)
            .finish_non_exhaustive()
    }
}

impl Header {
    /// Whether the bytes of elements of this type are in the other order.
    fn is_swapped<T: Element>(&self) -> Result<bool, NpyError> {
        let quoted = self.descr.strip_prefix(['\'', '"']);
        let quoted = quoted.and_then(|text| text.strip_suffix(['\'', '"']));
        match quoted.map(header::plain) {
            Some((swapped, code, "")) if code == T::CODE => Ok(swapped && size_of::<T>() > 1),
            _ => Err(NpyError::Dtype {
                found: self.descr.clone(),
                expected: T::CODE,
            }),
        }
    }

    /// Items in the order of the file as a view.
    fn arranged<'a, T>(
        &self,
        items: &'a [T],
        parts: Option<usize>,
    ) -> Result<DynView<'a, T>, NpyError> {
        let at = |error: tslice::ShapeError| NpyError::Format(error.to_string());
        let mut shape = self.shape.clone();
        if !self.fortran_order {
            shape.extend(parts);
            return DynView::from_shape(&shape, items).map_err(at);
        }
        shape.reverse();
        let mut axes: Vec<usize> = (0..shape.len()).rev().collect();
        axes.extend(parts.map(|_| shape.len()));
        shape.extend(parts);
        let view = DynView::from_shape(&shape, items).map_err(at)?;
        view.try_permute(&axes).map_err(at)
    }

    /// Reads the elements behind the header, of which `there` bytes are known to arrive. The memory
    /// grows with what else arrives: a header alone takes none.
    pub(crate) fn elements<T: Element>(
        &self,
        from: &mut impl Read,
        there: usize,
    ) -> Result<DynTensor<T>, NpyError> {
        let is_swapped = self.is_swapped::<T>()?;
        let needed = self.data_bytes()?;
        let count = needed / size_of::<T>();
        let out_of_memory = || std::io::Error::from(ErrorKind::OutOfMemory);
        // The system gives pages of zeros.
        let known = count.min(there.max(PIECE) / size_of::<T>());
        let mut items: Vec<T::Bits> = try_zeroed_vec(known).map_err(|()| out_of_memory())?;
        let mut read = 0;
        loop {
            let room: &mut [u8] = cast_slice_mut(&mut items[read..]);
            let (wanted, filled) = (room.len(), fill(from, room)?);
            if filled < wanted {
                let read = read * size_of::<T>() + filled;
                return Err(self.cut_short(&format!("{needed} bytes"), Some(read)));
            }
            read = items.len();
            if read == count {
                break;
            }
            let more = read.min(count - read);
            items.try_reserve(more).map_err(|_| out_of_memory())?;
            items.resize(read + more, Zeroable::zeroed());
        }
        let element = |item: T::Bits| {
            let element: T = try_cast(item).map_err(|_| NpyError::Bool)?;
            Ok(if is_swapped { element.swap() } else { element })
        };
        let elements: Vec<T> = items
            .into_iter()
            .map(element)
            .collect::<Result<_, NpyError>>()?;
        if !self.fortran_order {
            let tensor = DynTensor::from_shape_vec(&self.shape, elements);
            return tensor.map_err(|error| NpyError::Format(error.to_string()));
        }
        Ok(self.arranged(&elements, None)?.to_tensor())
    }
}

/// The arrays of a file with several, in order. An array that is not read costs its header.
#[derive(Debug)]
pub struct Arrays {
    bytes: Arc<Bytes>,
    at: usize,
}

impl Iterator for Arrays {
    type Item = Result<Npy, NpyError>;

    fn next(&mut self) -> Option<Self::Item> {
        let end = self.bytes.as_ref().as_ref().len();
        let array = Npy::at(self.bytes.clone(), self.at..end).transpose()?;
        // Behind an error nothing follows.
        self.at = array.as_ref().map_or(end, |array| array.data.end);
        let rest = &self.bytes.as_ref().as_ref()[self.at..];
        if let Ok(array) = &array
            && !rest.is_empty()
            && !header::begins(rest)
        {
            let Header { shape, descr, .. } = &array.header;
            let extra = rest.len();
            self.at = end;
            return Some(Err(NpyError::Format(format!(
                "{extra} bytes too many after shape {shape:?} of dtype {descr}"
            ))));
        }
        Some(array)
    }
}

/// Reads a file with one array into memory, `.npy` or `.npy.gz`.
///
/// # Errors
///
/// If it is not a file with one array whose elements are of type `T`, or has fewer or more bytes
/// than its header says.
pub fn read<T: Element>(path: impl AsRef<Path>) -> Result<DynTensor<T>, NpyError> {
    let file = open(path.as_ref())?;
    let bytes = usize::try_from(file.metadata()?.len()).unwrap_or(usize::MAX);
    let mut file = BufReader::new(file);
    let head = std::io::BufRead::fill_buf(&mut file)?;
    if is_archive(head) {
        return Err(NpyError::format("an archive, which `Archive` reads"));
    }
    match is_compressed(head) {
        true => read_from(&mut MultiGzDecoder::new(file)),
        false => read_whole(&mut file, bytes),
    }
}

/// Reads a stream that is one array into memory.
///
/// # Errors
///
/// As [`read`].
pub fn read_from<T: Element>(from: &mut impl Read) -> Result<DynTensor<T>, NpyError> {
    read_whole(from, 0)
}

fn read_whole<T: Element>(from: &mut impl Read, there: usize) -> Result<DynTensor<T>, NpyError> {
    let header = Header::read(from)?.ok_or_else(nothing)?;
    let elements = header.elements(from, there)?;
    ends(from)?;
    Ok(elements)
}

/// Refuses what follows an array. A stream with a checksum compares it here.
///
/// # Errors
///
/// If anything follows.
pub fn ends(from: &mut impl Read) -> Result<(), NpyError> {
    let mut more = Vec::new();
    from.take(6).read_to_end(&mut more)?;
    match more.is_empty() {
        true => Ok(()),
        false if header::begins(&more) => Err(several()),
        false => Err(NpyError::format("bytes follow the array")),
    }
}

/// Opens a regular file.
pub(crate) fn open(path: &Path) -> Result<File, NpyError> {
    // Looked at before it is opened: opening a pipe waits for a writer.
    if !std::fs::metadata(path)?.is_file() {
        return Err(NpyError::format(
            "not a regular file, so it cannot be mapped",
        ));
    }
    Ok(File::open(path)?)
}

pub(crate) fn nothing() -> NpyError {
    NpyError::format("not a NumPy file: it is empty")
}

fn several() -> NpyError {
    NpyError::format("several arrays in one file")
}
