//! Sources, and targets with gaps, that lie between two pages that nobody may touch, so that a
//! vector kernel that touches one byte outside dies, and targets so large that they are stored past
//! the caches. The kernels' loads and masked stores are assembly, which AddressSanitizer does not
//! see. Each vector level is a process of its own.
#![cfg(unix)]

use tslice::__private::Level;
use tslice::{DynView, DynViewMut, Encoding, Masks};
use tslice_tests::levels::each_in_a_process;

/// Readable memory with a page before and a page behind it that is not.
struct Guarded {
    pages: *mut u8,
    page: usize,
    len: usize,
}

impl Guarded {
    fn new(at_least: usize) -> Self {
        // SAFETY: no conditions.
        let page = usize::try_from(unsafe { libc::sysconf(libc::_SC_PAGESIZE) }).expect("a size");
        let len = at_least.next_multiple_of(page);
        let flags = libc::MAP_PRIVATE | libc::MAP_ANONYMOUS;
        // SAFETY: a new mapping, where the system likes it.
        let pages = unsafe {
            libc::mmap(
                std::ptr::null_mut(),
                len + 2 * page,
                libc::PROT_NONE,
                flags,
                -1,
                0,
            )
        };
        assert_ne!(pages, libc::MAP_FAILED, "memory for a test");
        // SAFETY: pages inside the new mapping.
        let opened = unsafe {
            libc::mprotect(
                pages.wrapping_byte_add(page),
                len,
                libc::PROT_READ | libc::PROT_WRITE,
            )
        };
        assert_eq!(opened, 0);
        Self {
            pages: pages.cast(),
            page,
            len,
        }
    }

    fn bytes(&mut self) -> &mut [u8] {
        // SAFETY: the pages between the guards, which are zeros at first and can be read and
        // written.
        unsafe { std::slice::from_raw_parts_mut(self.pages.wrapping_add(self.page), self.len) }
    }
}

impl Drop for Guarded {
    fn drop(&mut self) {
        // SAFETY: the mapping of `new`.
        unsafe { libc::munmap(self.pages.cast(), self.len + 2 * self.page) };
    }
}

fn columns(from: i64, stride: i64) -> Encoding {
    let masks = Masks {
        begin_mask: 1,
        end_mask: 3,
        ..Masks::default()
    };
    Encoding::new(vec![0, from], vec![0; 2], vec![1, stride], masks).expect("strides are not 0")
}

fn copies<const N: usize>(data: &[[u8; N]], shape: [usize; 2], level: Level) {
    let view = DynView::from_shape(shape, data).expect("as many");
    let last = shape[1].cast_signed() as i64 - 1;
    // The first and the last element of a row are taken, whatever the stride.
    for stride in [1, 2, 3, 4, 5] {
        for spec in [
            columns(0, stride),
            columns(last, -stride),
            columns(last % stride, stride),
        ] {
            let slice = view.slice(&spec);
            let expected: Vec<[u8; N]> = slice.iter().copied().collect();
            assert!(
                slice.to_vec() == expected,
                "{level:?}, {N} bytes, {shape:?}, {spec}"
            );
            let turned = slice.try_permute([1, 0]).expect("two axes");
            let expected: Vec<[u8; N]> = turned.iter().copied().collect();
            assert!(
                turned.to_vec() == expected,
                "{level:?}, {N} bytes, {shape:?}, {spec}, turned"
            );
        }
    }
}

/// Windows of 3 that overlap: a vector of them is wider than what it is made of.
fn windows<const N: usize>(data: &[[u8; N]], level: Level) {
    let Some(count) = data.len().checked_sub(2) else {
        return;
    };
    let forwards = DynView::from_strided([count, 3], &[1, 1], 0, data).expect("inside");
    let backwards =
        DynView::from_strided([count, 3], &[-1, 1], count.saturating_sub(1), data).expect("inside");
    for view in [forwards, backwards] {
        let expected: Vec<[u8; N]> = view.iter().copied().collect();
        assert!(
            view.to_vec() == expected,
            "{level:?}, {N} bytes, {count} windows"
        );
    }
}

fn at_both_ends<const N: usize>(memory: &mut Guarded, shape: [usize; 2], level: Level) {
    let bytes = memory.bytes();
    let len = shape[0] * shape[1] * N;
    let behind = bytes.len() - len;
    for data in [&bytes[..len], &bytes[behind..]] {
        copies(data.as_chunks::<N>().0, shape, level);
        windows(data.as_chunks::<N>().0, level);
    }
}

/// Planes that are stacked to pixels: the first and the last plane are at the ends of their memory.
fn stacks<const N: usize>(
    data: &[u8],
    target: &mut Guarded,
    len: usize,
    channels: usize,
    level: Level,
) {
    let planes = (0..channels).map(|at| (data.len() - len * N) * at / (channels - 1) / N * N);
    let planes: Vec<&[[u8; N]]> = planes
        .map(|at| data[at..][..len * N].as_chunks().0)
        .collect();
    let views: Vec<_> = planes
        .iter()
        .map(|plane| DynView::from_shape([len], plane).expect("as many"))
        .collect();
    let behind = target.len - len * channels * N;
    for at in [0, behind] {
        let pixels = target.bytes()[at..][..len * channels * N]
            .as_chunks_mut::<N>()
            .0;
        tslice::stack_into(1, &views, pixels);
        for (i, pixel) in pixels.chunks_exact(channels).enumerate() {
            let same = pixel
                .iter()
                .zip(&planes)
                .all(|(found, plane)| *found == plane[i]);
            assert!(
                same,
                "{level:?}, {N} bytes, {len} pixels of {channels}, {i}"
            );
        }
    }
}

/// Rows of `width` bytes out of rows of one more, that many bytes and more, from and to both ends
/// of their memory.
fn rows(source: &mut Guarded, target: &mut Guarded, width: usize, bytes: usize, level: Level) {
    let rows = bytes / width + 1;
    let (before, behind) = (source.len - rows * (width + 1), target.len - rows * width);
    let ends = [
        (0, 1, 0),
        (before, 0, behind),
        (before, 1, 0),
        (0, 0, behind),
    ];
    for (source_at, first, target_at) in ends {
        let data = &source.bytes()[source_at..][..rows * (width + 1)];
        let target = &mut target.bytes()[target_at..][..rows * width];
        let view = DynView::from_shape([rows, width + 1], data).expect("as many");
        target.fill(0xFF);
        view.slice(tslice::s![:, first:first + width])
            .copy_to_slice(target);
        for (row, copied) in data.chunks(width + 1).zip(target.chunks(width)) {
            assert!(
                row[first..][..width] == *copied,
                "{level:?}, rows of {width} bytes from {first}"
            );
        }
    }
}

/// Every element of the first and the last columns, and those of a stride, written into both ends
/// of their memory.
fn writes<const N: usize>(memory: &mut Guarded, width: usize, level: Level) {
    let rows = 3000_usize.div_ceil(width);
    let (len, all) = (rows * width * N, memory.len);
    for at in [0, all - len] {
        for (first, stride) in [(0, 2), (0, 3), (1, 2), (2, 3), (3, 4), (0, 5)] {
            let bytes = &mut memory.bytes()[at..][..len];
            bytes.fill(0xFF);
            let mut view = DynViewMut::from_shape([rows, width], bytes.as_chunks_mut::<N>().0)
                .expect("as many");
            let mut slice = view.slice_mut(columns(first, stride));
            slice.fill([3; N]);
            let values: Vec<[u8; N]> = (0..slice.len())
                .map(|i| [u8::try_from(i % 250).expect("below 250"); N])
                .collect();
            let shape = slice.shape().to_vec();
            slice.assign(&DynView::from_shape(&shape, &values[..]).expect("as many"));
            let mut values = values.iter();
            for (i, element) in bytes.as_chunks::<N>().0.iter().enumerate() {
                let column = i64::try_from(i % width).expect("a small number");
                let chosen = column >= first && (column - first) % stride == 0;
                let expected = if chosen {
                    values.next().expect("as many")
                } else {
                    &[0xFF; N]
                };
                assert!(
                    element == expected,
                    "{level:?}, {N} bytes, {width} columns, {first}::{stride}, {i}"
                );
            }
        }
    }
}

fn writes_at_both_ends(memory: &mut Guarded, level: Level) {
    for columns in [4, 5, 63, 64, 65, 100, 3001] {
        writes::<1>(memory, columns, level);
        writes::<2>(memory, columns, level);
        writes::<3>(memory, columns, level);
        writes::<4>(memory, columns, level);
        writes::<8>(memory, columns, level);
        writes::<12>(memory, columns, level);
    }
}

#[test]
fn kernels_stay_inside_their_memory() {
    each_in_a_process("kernels_stay_inside_their_memory", at_level);
}

fn at_level(level: Level) {
    let (mut memory, mut written) = (Guarded::new(20 * 1024), Guarded::new(64 * 1024));
    memory
        .bytes()
        .iter_mut()
        .zip((0..=250).cycle())
        .for_each(|(byte, value)| *byte = value);
    let (mut source, mut target) = (Guarded::new(17 << 20), Guarded::new((16 << 20) + 5000));
    source
        .bytes()
        .iter_mut()
        .zip((0..=250).cycle())
        .for_each(|(byte, value)| *byte = value);
    for width in [64, 192, 4096, 4099] {
        rows(&mut source, &mut target, width, 16 << 20, level);
        rows(&mut source, &mut target, width, 16 << 10, level);
    }
    writes_at_both_ends(&mut written, level);
    rows(&mut source, &mut target, 70_000, 16 << 10, level);
    // Every length of a vector, and a step without a divisor in common with any beyond.
    for len in (1..=66).chain((67..=260).step_by(7)) {
        let channels = 2 + len % 3;
        stacks::<1>(memory.bytes(), &mut written, len, channels, level);
        stacks::<2>(memory.bytes(), &mut written, len, channels, level);
        stacks::<4>(memory.bytes(), &mut written, len, channels, level);
        stacks::<8>(memory.bytes(), &mut written, len, channels, level);
        for shape in [[1300 / len + 1, len], [1, 1024 + len]] {
            at_both_ends::<1>(&mut memory, shape, level);
            at_both_ends::<2>(&mut memory, shape, level);
            at_both_ends::<3>(&mut memory, shape, level);
            at_both_ends::<4>(&mut memory, shape, level);
            at_both_ends::<8>(&mut memory, shape, level);
            at_both_ends::<12>(&mut memory, shape, level);
        }
    }
}
