//! Tensors that leave and come back, and descriptors that are refused.
#![allow(unsafe_code, reason = "descriptors are made by hand")]

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use dlpark::ffi::{DLDataType, DLDevice, DLDeviceType, DLManagedTensor, DLManagedTensorVersioned};
use dlpark::metadata::Dynamic;
use dlpark::{DlpackFlags, Managed, ManagedTensorBase};
use tslice::{DynSpec, ShapeError, Tensor, s};
use tslice_dlpack::{Element, Error, Shared, dlpark, export, view, view_mut};

fn cube() -> Tensor<i32, 3> {
    Tensor::from_shape_fn([2, 3, 4], |[i, j, k]| (100 * i + 10 * j + k) as i32)
}

/// A descriptor of some elements, which its owner keeps.
struct Described<'s> {
    elements: Vec<i32>,
    first: usize,
    shape: &'s [i64],
    strides: &'s [i64],
    dtype: DLDataType,
    device: DLDevice,
    flags: DlpackFlags,
}

impl Default for Described<'_> {
    fn default() -> Self {
        Self {
            elements: (0..24).collect(),
            first: 0,
            shape: &[24],
            strides: &[1],
            dtype: i32::DTYPE,
            device: DLDevice::CPU,
            flags: DlpackFlags::empty(),
        }
    }
}

impl Described<'_> {
    fn made<M: ManagedTensorBase>(mut self) -> Managed<M> {
        let data = self.elements[self.first..].as_mut_ptr();
        let prepared = Dynamic::new(self.shape, self.strides)
            .prepare_as::<M>()
            .expect("a descriptor");
        let mut tensor = prepared.initialize(Box::new(self.elements));
        tensor
            .set_data(data.cast())
            .set_dtype(self.dtype)
            .set_device(self.device);
        tensor.set_flags(self.flags).expect("flags");
        // SAFETY: tests read such descriptors only where they are true.
        unsafe { tensor.finish() }
    }
}

#[test]
fn what_leaves_comes_back_at_the_same_place() {
    let shared = Shared::new(cube());
    for entries in [
        "",
        "1",
        "::-1",
        "..., ::-2",
        "0, newaxis, :, 3:0:-1",
        ":, 5:",
        "-1, -1, -1",
    ] {
        let spec: DynSpec = entries.parse().expect("a spec");
        let part = shared.try_slice(&spec).expect("it fits");
        let tensor = part.to_dlpack().expect("a descriptor");
        assert_eq!(tensor.flags(), DlpackFlags::READ_ONLY);
        // SAFETY: nobody writes elements of `shared`.
        let back = unsafe { view::<i32>(&tensor) }.expect("elements");
        assert_eq!(back, cube().slice(&spec), "{entries}");
        assert!(
            back.is_empty() || back.as_ptr() == part.view().as_ptr(),
            "nothing was copied"
        );
    }
}

#[test]
fn exported_tensor_can_be_written() {
    let tensor = cube();
    let at = tensor.as_ptr();
    let mut given = export(tensor).expect("a descriptor");
    // SAFETY: nobody else has it.
    let mut elements = unsafe { view_mut::<i32>(&mut given) }.expect("elements");
    assert_eq!(elements.as_ptr(), at);
    elements.slice_mut(s![.., ::-1, 0]).fill(7);
    let elements = elements.into_rank::<3>().expect("three axes");
    assert_eq!(
        elements.slice(s![1]),
        [[7, 101, 102, 103], [7, 111, 112, 113], [7, 121, 122, 123]]
    );
}

#[test]
fn the_last_slice_frees_the_memory() {
    struct Counted(Arc<AtomicUsize>);
    impl Drop for Counted {
        fn drop(&mut self) {
            self.0.fetch_add(1, Ordering::SeqCst);
        }
    }
    let dropped = Arc::new(AtomicUsize::new(0));
    let mut elements = vec![1_u8, 2, 3, 4];
    let data = elements.as_mut_ptr();
    let owner = (elements, Counted(Arc::clone(&dropped)));
    let mut tensor = Dynamic::new([4_i64], [1_i64])
        .prepare_as::<DLManagedTensorVersioned>()
        .expect("a descriptor")
        .initialize(Box::new(owner));
    tensor
        .set_data(data.cast())
        .set_dtype(u8::DTYPE)
        .set_device(DLDevice::CPU);
    // SAFETY: the descriptor owns the bytes.
    let tensor = unsafe { tensor.finish() };
    // SAFETY: nobody writes them.
    let shared = unsafe { Shared::<u8, _>::import(tensor) }.expect("bytes");
    assert_eq!(shared.flags(), DlpackFlags::empty());
    let part = shared.slice(s![::-2]);
    drop(shared);
    let again = part.to_dlpack().expect("a descriptor");
    let typed = part.into_rank::<1>().expect("one axis");
    assert_eq!(typed.view(), [4, 2]);
    drop(typed);
    assert_eq!(dropped.load(Ordering::SeqCst), 0);
    std::thread::spawn(move || drop(again))
        .join()
        .expect("it is dropped elsewhere");
    assert_eq!(dropped.load(Ordering::SeqCst), 1);
}

#[test]
fn strides_of_any_sign_are_read() {
    let tensor: Managed<DLManagedTensor> = Described {
        first: 23,
        shape: &[2, 3, 4],
        strides: &[-12, 0, -1],
        ..Described::default()
    }
    .made();
    // SAFETY: the descriptor is true.
    let elements = unsafe { view::<i32>(&tensor) }.expect("elements");
    assert_eq!(elements, [[[23, 22, 21, 20]; 3], [[11, 10, 9, 8]; 3]]);
}

#[test]
fn what_is_no_array_is_refused() {
    fn said(described: Described<'_>) -> String {
        let tensor: Managed<DLManagedTensorVersioned> = described.made();
        // SAFETY: it is not read, but refused.
        let refused = unsafe { view::<i32>(&tensor) };
        refused.map(|_| ()).expect_err("it is refused").to_string()
    }
    let described = Described::default;
    let cuda = DLDevice {
        device_type: DLDeviceType::CUDA,
        device_id: 0,
    };
    assert!(
        said(Described {
            device: cuda,
            ..described()
        })
        .contains("tensor must be on CPU")
    );
    assert!(
        said(Described {
            dtype: f32::DTYPE,
            ..described()
        })
        .contains("dtype mismatch")
    );
    let far = Described {
        shape: &[2, 2],
        strides: &[1, i64::MAX / 4],
        ..described()
    };
    assert_eq!(
        said(far),
        "axis 1 with length 2 and stride 2305843009213693951 reaches further than memory does"
    );
    let backwards = Described {
        shape: &[3],
        strides: &[i64::MIN],
        ..described()
    };
    assert_eq!(
        said(backwards),
        "axis 0 with length 3 and stride -9223372036854775808 reaches further than memory does"
    );
    assert!(
        said(Described {
            shape: &[-1],
            ..described()
        })
        .contains("negative")
    );
}

#[test]
fn unaligned_elements_are_refused() {
    let mut tensor: Managed<DLManagedTensorVersioned> = Described {
        shape: &[2],
        ..Described::default()
    }
    .made();
    // SAFETY: the descriptor is this test's alone.
    unsafe { (*tensor.as_ptr()).tensor_mut().byte_offset = 2 };
    // SAFETY: it is not read, but refused.
    assert!(matches!(
        unsafe { view::<i32>(&tensor) },
        Err(Error::Tensor(_))
    ));
    // SAFETY: it is refused.
    assert!(matches!(
        unsafe { view_mut::<i32>(&mut tensor) },
        Err(Error::Tensor(_))
    ));
}

#[test]
fn only_what_may_be_written_is() {
    let read_only = Described {
        flags: DlpackFlags::READ_ONLY,
        ..Described::default()
    };
    let mut tensor: Managed<DLManagedTensorVersioned> = read_only.made();
    // SAFETY: it is refused.
    let error = unsafe { view_mut::<i32>(&mut tensor) }
        .map(|_| ())
        .expect_err("read-only");
    assert_eq!(error.to_string(), "tensor is read-only");
    let repeated = Described {
        shape: &[3, 4],
        strides: &[0, 1],
        ..Described::default()
    };
    let mut tensor: Managed<DLManagedTensorVersioned> = repeated.made();
    // SAFETY: it is refused.
    assert!(matches!(
        unsafe { view_mut::<i32>(&mut tensor) },
        Err(Error::Shape(_))
    ));
}

#[test]
fn legacy_descriptor_is_read_only() {
    let mut tensor: Managed<DLManagedTensor> = Described::default().made();
    // SAFETY: it is refused.
    let error = unsafe { view_mut::<i32>(&mut tensor) }
        .map(|_| ())
        .expect_err("a version below 1.0");
    assert!(
        error.to_string().contains("`max_version=(1, 0)`"),
        "{error}"
    );
    // SAFETY: nobody writes the elements.
    let shared = unsafe { Shared::<i32, _>::import(tensor) }.expect("elements");
    let part = shared.slice(s![2:5]);
    assert_eq!(part.view(), [2, 3, 4]);
    let given = part.to_dlpack().expect("a descriptor");
    assert_eq!(given.flags(), DlpackFlags::READ_ONLY);
}

#[test]
fn masks_leave_and_come_back() {
    let mask = Tensor::from_shape_fn([3, 4], |[y, x]| (x + y) % 3 == 0);
    let shared = Shared::new(mask.clone());
    let tensor = shared
        .slice(s![::-1, 1:])
        .to_dlpack()
        .expect("a descriptor");
    let described = tensor.validate().expect("a descriptor").dtype();
    assert_eq!(described, DLDataType::BOOL);
    // SAFETY: nobody writes the elements.
    let back = unsafe { view::<bool>(&tensor) }.expect("elements");
    assert_eq!(back, mask.slice(s![::-1, 1:]));
    // SAFETY: nobody writes the elements.
    assert!(unsafe { view::<u8>(&tensor) }.is_err());

    let mut given = export(mask.clone()).expect("a descriptor");
    // SAFETY: nobody else has it.
    let mut elements = unsafe { view_mut::<bool>(&mut given) }.expect("elements");
    elements.map_inplace(|element| *element = !*element);
    assert_eq!(elements, mask.map(|element| !element));
}

#[test]
fn bytes_that_are_no_bool_are_refused() {
    // Little-endian bytes of 0, 1, 2: the ninth is the first above 1.
    let bytes =
        |shape: &'static [i64], strides: &'static [i64]| -> Managed<DLManagedTensorVersioned> {
            Described {
                shape,
                strides,
                dtype: DLDataType::BOOL,
                ..Described::default()
            }
            .made()
        };
    let refused = |error: Error| assert!(matches!(error, Error::NotBool { byte: 2 }), "{error}");
    let mut odd = bytes(&[12], &[1]);
    // SAFETY: it is refused.
    refused(
        unsafe { view::<bool>(&odd) }
            .map(|_| ())
            .expect_err("a byte of 2"),
    );
    // SAFETY: it is refused.
    refused(
        unsafe { view_mut::<bool>(&mut odd) }
            .map(|_| ())
            .expect_err("a byte of 2"),
    );
    // SAFETY: it is refused.
    let imported = unsafe { Shared::<bool, _>::import(odd) };
    refused(imported.map(|_| ()).expect_err("a byte of 2"));
    // What the strides leave out is not read; of what they repeat, each byte is read once.
    let even = bytes(&[1 << 40, 2], &[0, 4]);
    // SAFETY: the descriptor is true.
    let elements = unsafe { view::<bool>(&even) }.expect("0 and 1");
    assert_eq!(elements.slice(s![:3]), [[false, true]; 3]);
}

#[test]
fn stride_of_unit_axes_is_free() {
    let odd = Described {
        shape: &[1, 3],
        strides: &[i64::MAX, 1],
        ..Described::default()
    };
    let tensor: Managed<DLManagedTensorVersioned> = odd.made();
    // SAFETY: the descriptor is true.
    assert_eq!(
        unsafe { view::<i32>(&tensor) }.expect("elements"),
        [[0, 1, 2]]
    );
    let empty = Described {
        shape: &[0, 3],
        strides: &[i64::MIN, 5],
        ..Described::default()
    };
    let tensor: Managed<DLManagedTensorVersioned> = empty.made();
    // SAFETY: there are no elements.
    assert_eq!(
        unsafe { view::<i32>(&tensor) }.expect("none").shape(),
        [0, 3]
    );
}

#[test]
fn errors_give_the_error_that_they_hold() {
    let held = ShapeError::Join("there are no arrays to join".into());
    let error = Error::from(held.clone());
    let source = std::error::Error::source(&error).expect("the error of the shape");
    assert_eq!(source.to_string(), held.to_string());
    assert_eq!(error.to_string(), held.to_string());
    assert!(std::error::Error::source(&Error::Legacy).is_none());
}
