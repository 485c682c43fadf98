//! Tensors of a `safetensors` file, sliced by both crates.

use half::f16;
use safetensors::slice::IndexOp;
use safetensors::{Dtype, SafeTensors, tensor::TensorView};
use tslice::interop::safetensors::TensorViewError;
use tslice::{DynTensor, DynView, s};

/// Memory that is aligned for every element type.
fn aligned(bytes: &[u8]) -> Vec<u64> {
    let mut words = vec![0; bytes.len().div_ceil(8)];
    bytemuck::cast_slice_mut(&mut words)[..bytes.len()].copy_from_slice(bytes);
    words
}

fn file() -> Vec<u8> {
    let floats: Vec<f32> = (0..24).map(|n| n as f32).collect();
    let weights = TensorView::new(Dtype::F32, vec![2, 3, 4], bytemuck::cast_slice(&floats))
        .expect("24 floats");
    let halves = [f16::ONE, f16::NEG_INFINITY];
    let bias =
        TensorView::new(Dtype::F16, vec![2], bytemuck::cast_slice(&halves)).expect("2 halves");
    safetensors::serialize([("weights", weights), ("bias", bias)], None).expect("a small file")
}

#[test]
fn file_tensor_is_a_view_of_its_elements() {
    let memory = aligned(&file());
    let bytes: &[u8] = bytemuck::cast_slice(&memory);
    let tensors = SafeTensors::deserialize(&bytes[..file().len()]).expect("as written");
    let weights = tensors.tensor("weights").expect("is there");
    let view: DynView<'_, f32> = DynView::try_from(&weights).expect("aligned");
    assert_eq!(view.shape(), [2, 3, 4]);
    assert_eq!(
        view.as_slice().map(|all| all.as_ptr().cast()),
        Some(weights.data().as_ptr())
    );
    let theirs: Vec<u8> = weights
        .slice((.., 1..3, 2))
        .expect("inside")
        .flatten()
        .copied()
        .collect();
    assert_eq!(
        bytemuck::cast_slice::<f32, u8>(&view.slice(s![:, 1:3, 2]).to_vec()),
        theirs
    );
    let bias: DynView<'_, f16> =
        DynView::try_from(&tensors.tensor("bias").expect("is there")).expect("aligned");
    assert_eq!(bias.slice(s![::-1]).to_vec(), [f16::NEG_INFINITY, f16::ONE]);
}

#[test]
fn another_element_type_is_an_error() {
    let tensor = TensorView::new(Dtype::I8, vec![2], &[1, 2]).expect("2 bytes");
    let error = DynView::<u8>::try_from(&tensor)
        .map(|_| ())
        .expect_err("signed");
    let text = "the elements are I8, not U8";
    assert_eq!(error, TensorViewError::Dtype(text.into()));
}

#[test]
fn unaligned_data_is_an_error_with_the_alignment() {
    let memory = aligned(&[0; 16]);
    let bytes: &[u8] = bytemuck::cast_slice(&memory);
    let tensor = TensorView::new(Dtype::I32, vec![2], &bytes[1..9]).expect("8 bytes");
    let error = DynView::<i32>::try_from(&tensor)
        .map(|_| ())
        .expect_err("off by one");
    let text = "the elements need an alignment of 4 bytes, the data is 1 bytes off: \
                `DynTensor::try_from` copies them";
    assert_eq!(error, TensorViewError::Unaligned(text.into()));
    let none = TensorView::new(Dtype::I32, vec![0, 3], &bytes[1..1]).expect("no bytes");
    assert_eq!(
        DynView::<i32>::try_from(&none)
            .expect("nothing to align")
            .shape(),
        [0, 3]
    );
}

#[test]
fn tensors_copy_data_that_is_not_aligned() {
    macro_rules! copies {
        ($($type:ty = $dtype:ident),+) => {$(
            for shape in [&[][..], &[3], &[2, 2], &[1, 3, 2], &[2, 1, 2, 2], &[1, 2, 1, 2, 1]] {
                let bytes = shape.iter().product::<usize>() * size_of::<$type>();
                let numbers: Vec<u8> = (0..bytes + 8).map(|number| number as u8).collect();
                for start in 0..8 {
                    let part = &numbers[start..start + bytes];
                    let tensor = TensorView::new(Dtype::$dtype, shape.to_vec(), part);
                    let tensor = tensor.expect("as many bytes");
                    let copy = DynTensor::<$type>::try_from(&tensor).expect("a copy");
                    assert_eq!(copy.shape(), shape);
                    assert_eq!(bytemuck::cast_slice::<$type, u8>(&copy.into_vec()), part);
                }
            }
        )+};
    }
    copies!(
        i8 = I8,
        u8 = U8,
        i16 = I16,
        u16 = U16,
        i32 = I32,
        u32 = U32,
        i64 = I64,
        u64 = U64,
        f16 = F16,
        f32 = F32,
        f64 = F64
    );
    let tensor = TensorView::new(Dtype::F16, vec![0, 3], &[]).expect("no bytes");
    assert_eq!(
        DynTensor::<f16>::try_from(&tensor)
            .expect("nothing to copy")
            .shape(),
        [0, 3]
    );
    let error = DynTensor::<u16>::try_from(&tensor)
        .map(|_| ())
        .expect_err("halves");
    let text = "the elements are F16, not U16";
    assert_eq!(error, TensorViewError::Dtype(text.into()));
}

#[test]
fn bools_are_validated_bytes() {
    let tensor = TensorView::new(Dtype::BOOL, vec![2, 2], &[1, 0, 0, 1]).expect("4 bytes");
    let view = DynView::<bool>::try_from(&tensor).expect("zeros and ones");
    assert_eq!(view.slice(s![::-1]), [[false, true], [true, false]]);
    assert_eq!(
        DynTensor::<bool>::try_from(&tensor).expect("zeros and ones"),
        view
    );
    for bytes in [[1, 0, 2], [255, 0, 0]] {
        let tensor = TensorView::new(Dtype::BOOL, vec![3], &bytes).expect("3 bytes");
        let errors = [
            DynView::<bool>::try_from(&tensor).err(),
            DynTensor::<bool>::try_from(&tensor).err(),
        ];
        assert_eq!(
            errors,
            [Some(TensorViewError::Bool), Some(TensorViewError::Bool)]
        );
    }
}
