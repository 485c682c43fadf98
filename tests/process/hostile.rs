//! Every operation with arguments that name far more than there is: axes of 2^31 to 2^61 positions
//! without elements, of one element that a view repeats, and of elements without a size. Each call
//! returns, an error or a result, by few steps and little memory.
//!
//! A large allocation fails here, so that an operation that does not ask whether there is memory
//! ends the process. An operation that iterates over an axis would take hours; a second thread then
//! ends the process, with the name of the operation.

use std::alloc::{GlobalAlloc, Layout, System};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use tslice::diag::Align;
use tslice::{Array, Border, DynView, Masks, Owned, Shape, Tensor, View};
use tslice_ops::{
    self as ops, BadIndices, CacheMode, DEFAULT_AXES, GatherOptions, OffAxis, PadRules, Reduction,
    SliceArgs,
};

/// The most bytes that one allocation may have: more than a panic takes for its backtrace.
const MOST: usize = 1 << 25;

/// The most elements that one call may clone: those of the largest result, which has a few of each
/// of 2^10 matrices.
const CLONES: usize = 1 << 14;

struct Limited;

// SAFETY: the system's allocator does all of it, or nothing.
unsafe impl GlobalAlloc for Limited {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        if layout.size() > MOST {
            return std::ptr::null_mut();
        }
        // SAFETY: as the caller promises.
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        // SAFETY: as the caller promises.
        unsafe { System.dealloc(pointer, layout) }
    }
}

#[global_allocator]
static LIMITED: Limited = Limited;

static CLONED: AtomicUsize = AtomicUsize::new(0);
static RUNNING: Mutex<String> = Mutex::new(String::new());
static CALLS: AtomicUsize = AtomicUsize::new(0);

/// An element that counts its clones.
#[derive(Default, PartialEq, Debug)]
struct Counted(u8);

impl Clone for Counted {
    fn clone(&self) -> Self {
        CLONED.fetch_add(1, Ordering::Relaxed);
        Self(self.0)
    }
}

/// Runs one call, and checks what it cloned. `_` is its result, whatever that is.
fn call<R>(name: &str, operands: impl Fn() -> String, operation: impl FnOnce() -> R) {
    *RUNNING.lock().expect("one thread") = format!("{name} of {}", operands());
    CLONED.store(0, Ordering::Relaxed);
    CALLS.fetch_add(1, Ordering::Relaxed);
    drop(operation());
    let cloned = CLONED.load(Ordering::Relaxed);
    assert!(
        cloned <= CLONES,
        "{name} of {}: {cloned} clones",
        operands()
    );
}

/// Ends the process if the calls do not come to an end.
fn watch() {
    std::thread::spawn(|| {
        let mut before = usize::MAX;
        loop {
            std::thread::sleep(Duration::from_secs(60));
            let now = CALLS.load(Ordering::Relaxed);
            if now == before {
                eprintln!("does not end: {}", RUNNING.lock().expect("one thread"));
                std::process::abort();
            }
            before = now;
        }
    });
}

const LONG: usize = 1 << 40;
const NUMBERS: [i64; 8] = [0, 1, -1, 2, 1 << 31, -(1 << 40), i64::MIN, i64::MAX];

/// Tensors that name many elements, and have none, or one.
fn repeated<'a, T>(one: &'a [T; 1], none: &'a [T; 0]) -> Vec<DynView<'a, T>> {
    let empty = |shape: &[usize]| DynView::from_shape(shape, none).expect("no elements");
    let of_one = |shape: &[usize]| {
        DynView::from_shape([1], one)
            .expect("one")
            .try_broadcast_to(shape)
            .expect("of one")
    };
    vec![
        of_one(&[1]),
        of_one(&[1, 1]),
        empty(&[LONG, 0]),
        empty(&[0, LONG]),
        empty(&[2, 0, LONG]),
        empty(&[LONG, 1, 0]),
        of_one(&[LONG]),
        of_one(&[1 << 31]),
        of_one(&[LONG, 1]),
        of_one(&[1, LONG]),
        of_one(&[1 << 10, 1 << 40, 1]),
        of_one(&[2, 1 << 61]),
    ]
}

/// Tensors of elements without a size.
fn units(units: &[()]) -> Vec<DynView<'_, ()>> {
    let of = |shape: &[usize]| {
        DynView::from_shape(shape, &units[..shape.iter().product()]).expect("as many")
    };
    vec![
        of(&[LONG]),
        of(&[LONG, 1]),
        of(&[1, LONG]),
        of(&[3, 1 << 31, 2]),
        of(&[LONG, 0]),
    ]
}

/// What takes any elements.
fn of_any<T: Clone + Default>(views: &[DynView<'_, T>], ids: &[DynView<'_, i64>]) {
    let shape_of = |view: &DynView<'_, T>| format!("{:?}", view.shape());
    for x in views {
        let name = || shape_of(x);
        for a in NUMBERS {
            for b in NUMBERS {
                let all = || format!("{:?}, {a}, {b}", x.shape());
                for align in [Align::LeftLeft, Align::default()] {
                    call("matrix_diag_part", all, || {
                        ops::matrix_diag_part(x, [a, b], T::default(), align)
                    });
                }
                call("matrix_band_part", all, || ops::matrix_band_part(x, a, b));
                call("matrix_diag", all, || {
                    ops::matrix_diag(x, [a, b], -1, -1, T::default(), Align::default())
                });
                call("matrix_diag of one", all, || {
                    ops::matrix_diag(x, a, b, -1, T::default(), Align::default())
                });
                call("matrix_diag_part_grad", all, || {
                    ops::matrix_diag_part_grad(&[a, b], 0, Align::default(), x)
                });
                call("matrix_diag_grad", all, || {
                    ops::matrix_diag_grad([a, b], Align::default(), x)
                });
                call("matrix_set_diag_grad", all, || {
                    ops::matrix_set_diag_grad([a, b], Align::default(), x)
                });
                call("slice_grad", all, || ops::slice_grad(&[a, b], &[b, a], x));
                call("strided_slice", all, || {
                    ops::strided_slice(x, &[a], &[b], &[1], Masks::default()).map(|view| view.len())
                });
                call("slice", all, || {
                    ops::slice(x, &[a], &[b], &[-1], DEFAULT_AXES).map(|view| view.len())
                });
                call("strided_slice_grad", all, || {
                    ops::strided_slice_grad(&[a, 1], &[0], &[b], &[1], Masks::default(), x)
                });
                for rules in [PadRules::TensorFlow, PadRules::OpenVino, PadRules::Onnx] {
                    for border in [
                        Border::Constant(T::default()),
                        Border::Reflect,
                        Border::Wrap,
                    ] {
                        if size_of::<T>() > 0 {
                            call("pad", all, || {
                                ops::pad(x, &[a], &[b], Some(&[0]), border, rules)
                            });
                        }
                    }
                }
            }
            let all = || format!("{:?}, {a}", x.shape());
            for upper in [false, true] {
                call("trilu", all, || ops::trilu(x, a, upper));
            }
            for value in views {
                let all = || format!("{:?}, {:?}, {a}", x.shape(), value.shape());
                call("matrix_set_diag", all, || {
                    ops::matrix_set_diag(x, value, [a, 0], Align::default())
                });
                call("strided_slice_update", all, || {
                    ops::strided_slice_update(x, &[a], &[2], &[1], Masks::default(), value)
                });
                call("slice_scatter", all, || {
                    ops::slice_scatter(x, value, &[0], &[a], &[1], DEFAULT_AXES)
                });
                for mode in [CacheMode::Linear, CacheMode::Circular] {
                    let none: Option<&DynView<'_, i64>> = None;
                    call("tensor_scatter", all, || {
                        ops::tensor_scatter(x, value, none, a, mode)
                    });
                    for id in ids {
                        call("tensor_scatter", all, || {
                            ops::tensor_scatter(x, value, Some(id), a, mode)
                        });
                    }
                }
            }
        }
        call("matrix_diag_part", name, || {
            ops::matrix_diag_part(x, 0, T::default(), Align::default())
        });
        for id in ids {
            let all = || format!("{:?}, {:?}", x.shape(), id.shape());
            for batch in NUMBERS {
                call("gather_nd", all, || ops::gather_nd(x, id, batch));
                for bad in [BadIndices::Error, BadIndices::Ignore] {
                    let onnx = GatherOptions::new()
                        .negative_from_end(true)
                        .bad_indices(bad);
                    call("gather_nd_with", all, || {
                        ops::gather_nd_with(x, id, batch, onnx)
                    });
                }
                for off in [
                    OffAxis::Zeros,
                    OffAxis::Error,
                    OffAxis::FromEnd,
                    OffAxis::Wrap,
                    OffAxis::Clip,
                ] {
                    for axis in [0, 1, 2] {
                        call("gather", all, || ops::gather_with(x, id, axis, batch, off));
                    }
                }
                call("gather_elements", all, || {
                    ops::gather_elements(x, id, batch)
                });
            }
            call("scatter_nd_grad", all, || ops::scatter_nd_grad(id, x));
            for value in views {
                let all = || format!("{:?}, {:?}, {:?}", x.shape(), id.shape(), value.shape());
                call("scatter_nd_update", all, || {
                    ops::scatter_nd_update(x, id, value, Reduction::None)
                });
                call("tensor_scatter_nd_update", all, || {
                    ops::tensor_scatter_nd_update(x, id, value)
                });
                call("scatter_elements", all, || {
                    ops::scatter_elements(x, id, value, 0, Reduction::None)
                });
            }
        }
    }
}

/// What takes numbers.
fn of_numbers(views: &[DynView<'_, u8>], ids: &[DynView<'_, i64>]) {
    for x in views {
        for a in NUMBERS {
            for b in NUMBERS {
                let all = || format!("{:?}, {a}, {b}", x.shape());
                let shapes = [vec![a], vec![a, 1], vec![1, a], vec![1, 1]];
                for shape in &shapes {
                    call("pad_grad", all, || {
                        ops::pad_grad(shape, &[b, 0], Border::Constant(0), x)
                    });
                    call("pad_grad", all, || {
                        ops::pad_grad(shape, &[b], Border::Constant(0), x)
                    });
                    // Of a border that is not constant, each element of the gradient is added:
                    // those of few only.
                    if x.len() < 2 {
                        for border in [
                            Border::Edge,
                            Border::Reflect,
                            Border::Symmetric,
                            Border::Wrap,
                        ] {
                            call("pad_grad", all, || ops::pad_grad(shape, &[b, 0], border, x));
                            call("pad_grad", all, || ops::pad_grad(shape, &[b], border, x));
                        }
                    }
                    for id in ids {
                        call("gather_nd_grad", all, || {
                            ops::gather_nd_grad(shape, id, b, x)
                        });
                        call("gather_grad", all, || ops::gather_grad(shape, id, b, 0, x));
                        call("scatter_nd", all, || {
                            ops::scatter_nd_with(id, x, shape, BadIndices::Ignore)
                        });
                    }
                }
            }
        }
        for id in ids {
            let all = || format!("{:?}, {:?}", x.shape(), id.shape());
            call("tensor_scatter_nd_update_grad", all, || {
                ops::tensor_scatter_nd_update_grad(id, x)
            });
            call("tensor_scatter_nd_add_grad", all, || {
                ops::tensor_scatter_nd_add_grad(id, x)
            });
            call("tensor_scatter_nd_sub_grad", all, || {
                ops::tensor_scatter_nd_sub_grad(id, x)
            });
            for value in views {
                call("scatter_nd_update", all, || {
                    ops::scatter_nd_update(x, id, value, Reduction::Sum)
                });
                call("scatter_elements", all, || {
                    ops::scatter_elements(x, id, value, -1, Reduction::Max)
                });
            }
        }
    }
}

#[test]
fn operations_take_no_more_than_there_is() {
    watch();
    let many = vec![(); LONG];
    let (zero, minus) = ([0], [-1]);
    let mut ids = repeated(&zero, &[]);
    ids.push(DynView::from_shape([1, 1], &minus).expect("one"));
    ids.push(DynView::from_shape([1, 0], &[]).expect("none"));
    let one = [Counted(7)];
    of_any(&repeated(&one, &[]), &ids);
    of_any(&units(&many), &ids);
    of_numbers(&repeated(&[7], &[]), &ids);
    for shape in [
        vec![LONG],
        vec![LONG, 0],
        vec![0, LONG],
        vec![1 << 31, 1 << 31],
    ] {
        let all = || format!("{shape:?}");
        for a in NUMBERS {
            let args = SliceArgs {
                starts: vec![a],
                ends: vec![a],
                axes: vec![0],
                steps: vec![1],
                squeeze: vec![],
                unsqueeze: vec![a],
            };
            call("to_encoding", all, || args.to_encoding(&shape));
        }
        call("slice_args", all, || {
            ops::slice_args::<i64>(tslice::s![-1, ::-1], &shape)
        });
    }
}

/// What a panic says.
fn words<R>(run: impl FnOnce() -> R) -> String {
    let payload = catch_unwind(AssertUnwindSafe(run))
        .map(|_| ())
        .expect_err("a panic");
    let text = payload.downcast_ref::<&str>().map(ToString::to_string);
    text.or_else(|| payload.downcast_ref::<String>().cloned())
        .unwrap_or_default()
}

#[test]
fn constructors_without_memory_panic_with_the_shape() {
    const LARGE: usize = 1 << 62;
    let one = [1_u8];
    let row = View::<u8, 1>::from(&one).broadcast_to([LARGE]);
    for said in [
        words(Array::<Owned<u8>, Shape![{ LARGE }]>::default),
        words(|| Tensor::<u8, 1>::full([LARGE], 0)),
        words(|| Tensor::<u8, 1>::zeros([LARGE])),
        words(|| Tensor::<u8, 1>::from_shape_fn([LARGE], |_| 0)),
        words(|| row.to_vec()),
        words(|| row.to_tensor()),
    ] {
        assert_eq!(
            said,
            format!("shape [{LARGE}] with elements of 1 bytes does not fit in memory")
        );
    }
}
