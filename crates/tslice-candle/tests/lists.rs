//! Lists, masks and groups that are tensors, beside plain loops: read, written, and their
//! gradients.

use candle_core::{DType, Device, Result, Tensor, Var};
use tslice::s;
use tslice_candle::{Mask, TSlice, TSliceError};

/// Element `[i, j, k]` of shape `[4, 3, 5]` is `100 i + 10 j + k`.
fn numbered() -> Tensor {
    let mut list: Vec<i64> = Vec::new();
    for i in 0..4 {
        for j in 0..3 {
            list.extend((0..5).map(|k| 100 * i + 10 * j + k));
        }
    }
    Tensor::from_vec(list, (4, 3, 5), &Device::Cpu).expect("60 numbers")
}

fn list(list: &[i64]) -> Tensor {
    Tensor::new(list, &Device::Cpu).expect("a list")
}

fn read(t: &Tensor) -> (Vec<usize>, Vec<i64>) {
    let elements = t.flatten_all().and_then(|t| t.to_vec1::<i64>());
    (t.dims().to_vec(), elements.expect("integers"))
}

fn product(rows: &[i64], columns: &[i64], depths: &[i64]) -> Vec<i64> {
    let mut expected = Vec::new();
    for row in rows {
        for column in columns {
            expected.extend(depths.iter().map(|depth| 100 * row + 10 * column + depth));
        }
    }
    expected
}

tslice::axes! { Grid = row, column, depth; }

/// A spec by name is the spec that has its entries in the order of the axes.
#[test]
fn axes_by_name_slice_and_pick_and_write() -> Result<()> {
    let t = numbered();
    let (rows, depths) = (list(&[3, 0, -1]), [-5, 2]);
    assert_eq!(
        read(&t.tslice(s![Grid: depth = ::-2, row = 1])),
        (vec![3, 3], product(&[1], &[0, 1, 2], &[4, 2, 0]))
    );
    assert_eq!(
        read(&t.tpick(s![Grid: depth = &depths, row = &rows])),
        (vec![3, 3, 2], product(&[3, 0, 3], &[0, 1, 2], &[0, 2]))
    );
    let zeros = Tensor::zeros((4, 2), DType::I64, &Device::Cpu)?;
    let written = t.tslice_assign(s![Grid: column = -1, depth = 1:3], &zeros);
    let expected = t.tslice_assign(s![.., -1, 1:3], &zeros);
    assert_eq!(read(&written), read(&expected));
    assert_ne!(read(&written), read(&t));
    Ok(())
}

#[test]
fn tensor_lists_stand_beside_every_entry() -> Result<()> {
    let t = numbered();
    let (rows, depths) = (list(&[3, 0, -1]), list(&[-5, 2]));
    let (all, columns) = ([0, 1, 2, 3, 4], [0, 1, 2]);
    let expected = (vec![3, 3, 5], product(&[3, 0, 3], &columns, &all));
    assert_eq!(read(&t.tpick(s![&rows])), expected);
    let expected = (vec![3, 3, 2], product(&[3, 0, 3], &columns, &[0, 2]));
    assert_eq!(read(&t.tpick(s![&rows, .., &depths])), expected);
    let expected = (vec![1, 2, 2], product(&[2], &[2, 0], &[0, 2]));
    assert_eq!(read(&t.tpick(s![2, newaxis, [2, 0], &depths])), expected);
    let host = vec![1_u8, 1];
    let expected = (vec![3, 2, 3], product(&[3, 0, 3], &[1, 1], &[4, 2, 0]));
    assert_eq!(read(&t.tpick(s![&rows, &host, ::-2])), expected);
    let expected = (vec![3, 2], product(&[3, 0, 3], &[1], &[0, 2]));
    assert_eq!(read(&t.tpick(s![&rows, 1, &depths])), expected);
    // Of a tensor whose strides are those of another order.
    let turned = t.permute((2, 0, 1))?;
    let expected = read(&t.tpick(s![&rows, 1:, &depths]).permute((2, 0, 1))?);
    assert_eq!(read(&turned.tpick(s![&depths, &rows, 1:])), expected);

    let (ys, xs) = (list(&[0, -1, 3, 1]), list(&[2, -1, 0, 1]));
    let expected = (vec![4], vec![24, 324, 304, 114]);
    assert_eq!(read(&t.tpick(s![(&ys, &xs), 4])), expected);
    let one = list(&[-2]);
    let expected = (vec![2, 3], vec![14, 10, 11, 314, 310, 311]);
    assert_eq!(read(&t.tpick(s![::3, (&one, [4, 0, 1])])), expected);

    // A tensor of u8 is positions, and a mask if it says so.
    let bytes = Tensor::new(&[1_u8, 0, 0, 1], &Device::Cpu)?;
    let expected = (vec![4, 5], product(&[1, 0, 0, 1], &[2], &all));
    assert_eq!(read(&t.tpick(s![&bytes, 2])), expected);
    let expected = (vec![2, 5], product(&[0, 3], &[2], &all));
    assert_eq!(read(&t.tpick(s![&Mask(bytes.clone()), 2])), expected);
    let odd = Mask(bytes);
    let expected = (vec![2], vec![14, 312]);
    assert_eq!(read(&t.tpick(s![(&odd, &one, [4, 2])])), expected);
    for dtype in [DType::U8, DType::U32, DType::I16, DType::I32] {
        let rows = list(&[3, 1]).to_dtype(dtype)?;
        let expected = (vec![2, 5], product(&[3, 1], &[0], &all));
        assert_eq!(read(&t.tpick(s![&rows, 0])), expected, "{dtype:?}");
    }
    Ok(())
}

#[test]
fn tensor_lists_that_do_not_fit_are_errors() -> Result<()> {
    let t = numbered();
    let message = |result: std::result::Result<Tensor, TSliceError>| {
        result.expect_err("it does not fit").to_string()
    };
    let expected = "index -4, at position 2 of its list, is out of bounds for axis 1 with length 3";
    let outside = list(&[0, 2, -4, 3]);
    assert_eq!(message(t.try_tpick(s![:, &outside])), expected);
    assert_eq!(message(t.try_tpick(s![:, &outside, :0])), expected);
    assert_eq!(message(t.try_tpick_fill(s![:, &outside], 1_i64)), expected);
    assert_eq!(
        message(t.try_tpick_add(s![:, &outside], list(&[1]))),
        expected
    );
    assert_eq!(message(t.try_ttake(-2, &outside)), expected);
    let axis = "axis 3 is out of range for rank 3";
    assert_eq!(message(t.try_ttake(3, &outside)), axis);
    let short = Mask(list(&[1, 0]));
    let expected = "the mask has 2 entries, axis 0 has length 4";
    assert_eq!(message(t.try_tpick(s![&short])), expected);
    let table = list(&[0, 1, 2, 0]).reshape((2, 2))?;
    let error = message(t.try_tpick(s![&table]));
    assert!(error.starts_with("a list has shape [2, 2] and elements of type I64"));
    let floats = Tensor::new(&[0_f32], &Device::Cpu)?;
    assert!(message(t.try_tpick(s![&floats])).contains("type F32: it needs"));
    let error = message(t.try_tselect(&table));
    assert!(error.starts_with("the mask has shape [2, 2]"), "{error}");
    Ok(())
}

#[test]
fn writes_at_tensor_lists_are_those_of_loops() -> Result<()> {
    let t = Tensor::arange(0_i64, 60, &Device::Cpu)?.reshape((4, 3, 5))?;
    let (rows, depths) = (list(&[3, 0, -1]), list(&[4, 1]));
    // Of equal positions, the last value stays.
    let mut assigned: Vec<i64> = (0..60).collect();
    let mut summed = assigned.clone();
    let mut number = 60;
    for row in [3, 0, 3] {
        for column in 0..3 {
            for depth in [4, 1] {
                assigned[row * 15 + column * 5 + depth] = number;
                summed[row * 15 + column * 5 + depth] += number;
                number += 1;
            }
        }
    }
    let values = Tensor::arange(60_i64, 78, &Device::Cpu)?.reshape((3, 3, 2))?;
    let got = t.tpick_assign(s![&rows, .., &depths], &values);
    assert_eq!(read(&got), (vec![4, 3, 5], assigned));
    let got = t.tpick_add(s![&rows, .., &depths], &values);
    assert_eq!(read(&got), (vec![4, 3, 5], summed.clone()));
    // Lists of the host, and none.
    let got = t.tpick_add(s![[3, 0, -1], .., [4, 1]], values);
    assert_eq!(read(&got).1, summed);
    let mut expected: Vec<i64> = (0..60).collect();
    for row in [1, 3] {
        for k in 0..5 {
            expected[row * 15 + 10 + k] += 1000;
        }
    }
    assert_eq!(read(&t.tpick_add(s![1::2, -1], list(&[1000]))).1, expected);
    let mut expected: Vec<i64> = (0..60).collect();
    for row in [0, 3] {
        expected[row * 15 + 10..row * 15 + 15].fill(30);
    }
    assert_eq!(read(&t.tpick_fill(s![&rows, 2], 30)).1, expected);
    let none = t.tpick_fill(s![&list(&[])], 30);
    assert_eq!(read(&none).1, (0..60).collect::<Vec<_>>());
    Ok(())
}

#[test]
fn ttake_and_tselect_are_those_of_arrays() -> Result<()> {
    let t = numbered();
    let indices = list(&[2, 0, -1, 1, 1, -3]).reshape((2, 3))?;
    let mut expected = Vec::new();
    for i in 0..4 {
        for j in [2, 0, 2, 1, 1, 0] {
            expected.extend((0..5).map(|k| 100 * i + 10 * j + k));
        }
    }
    assert_eq!(read(&t.ttake(1, &indices)), (vec![4, 2, 3, 5], expected));
    let none = Tensor::zeros((0, 3), DType::I64, &Device::Cpu)?;
    assert_eq!(t.ttake(-1, &none).dims(), [4, 3, 0, 3]);
    let large = t.gt(205_i64)?;
    let expected: Vec<i64> = read(&t).1.into_iter().filter(|&e| e > 205).collect();
    assert_eq!(read(&t.tselect(&large)), (vec![expected.len()], expected));
    let rows = t.tslice(s![.., 0]).gt(305_i64)?;
    let expected = product(&[3], &[1, 2], &[0, 1, 2, 3, 4]);
    assert_eq!(read(&t.tselect(&rows)), (vec![2, 5], expected));
    Ok(())
}

/// A weight of its own for each place.
fn weight(place: usize) -> f64 {
    (place as f64 * 0.7).sin() + 2.
}

fn floats(shape: &[usize]) -> Result<Var> {
    let list: Vec<f64> = (0..shape.iter().product()).map(weight).collect();
    Var::from_vec(list, shape, &Device::Cpu)
}

fn elements(t: &Tensor) -> Result<Vec<f64>> {
    t.flatten_all()?.to_vec1()
}

/// The gradient of the sum of a result, each element times its weight.
fn gradient(of: &Var, result: &Tensor) -> Result<Vec<f64>> {
    let weights = floats(result.dims())?;
    let gradients = (result * weights.as_detached_tensor())?
        .sum_all()?
        .backward()?;
    elements(gradients.get(of).expect("it takes part"))
}

fn close(got: &[f64], expected: &[f64]) {
    assert_eq!(got.len(), expected.len());
    for (got, expected) in got.iter().zip(expected) {
        assert!((got - expected).abs() < 1e-12, "{got}, not {expected}");
    }
}

#[test]
fn embeddings_add_the_gradients_of_a_label() -> Result<()> {
    let table = floats(&[7, 4])?;
    let labels = [5_i64, 0, -1, 5, 2, 5];
    let embedded = table.ttake(0, &list(&labels).reshape((2, 3))?);
    assert_eq!(embedded.dims(), [2, 3, 4]);
    let (mut forward, mut expected) = (Vec::new(), vec![0.; 28]);
    for (number, label) in labels.iter().enumerate() {
        let row = label.rem_euclid(7) as usize;
        for column in 0..4 {
            forward.push(weight(row * 4 + column));
            expected[row * 4 + column] += weight(number * 4 + column);
        }
    }
    close(&elements(&embedded)?, &forward);
    close(&gradient(&table, &embedded)?, &expected);
    Ok(())
}

#[test]
fn values_at_labels_have_gradients_at_labels() -> Result<()> {
    let scores = floats(&[5, 3])?;
    let labels = [2_i64, 0, 1, -1, 0];
    let rows = Tensor::arange(0_u32, 5, &Device::Cpu)?;
    let chosen = scores.tpick(s![(&rows, &list(&labels))]);
    let (mut forward, mut expected) = (Vec::new(), vec![0.; 15]);
    for (row, label) in labels.iter().enumerate() {
        let at = row * 3 + label.rem_euclid(3) as usize;
        forward.push(weight(at));
        expected[at] += weight(row);
    }
    close(&elements(&chosen)?, &forward);
    close(&gradient(&scores, &chosen)?, &expected);
    Ok(())
}

#[test]
fn boxes_are_rows_and_columns() -> Result<()> {
    let picture = floats(&[6, 8, 3])?;
    let (top, left, [height, width]) = (2_i64, 5_i64, [3, 2]);
    let ys = Tensor::arange(top, top + height, &Device::Cpu)?;
    let xs = Tensor::arange(left, left + width, &Device::Cpu)?;
    let part = picture.tpick(s![&ys, &xs, ::-2]);
    let (mut forward, mut expected) = (Vec::new(), vec![0.; 144]);
    let mut place = 0;
    for y in top..top + height {
        for x in left..left + width {
            for channel in [2, 0] {
                let at = ((y * 8 + x) * 3 + channel) as usize;
                forward.push(weight(at));
                expected[at] += weight(place);
                place += 1;
            }
        }
    }
    close(&elements(&part)?, &forward);
    close(&gradient(&picture, &part)?, &expected);
    Ok(())
}

#[test]
fn gradients_of_writes_reach_what_stays() -> Result<()> {
    let (target, written) = (floats(&[4, 3])?, floats(&[3, 3])?);
    let rows = list(&[3, 0, -1]);
    // Row 3 is there twice: the value of place 0 has no effect.
    let result = target.tpick_assign(s![&rows], &written);
    let mut expected: Vec<f64> = (0..12).map(weight).collect();
    expected[..3].fill(0.);
    expected[9..].fill(0.);
    close(&gradient(&target, &result)?, &expected);
    let row = |row: usize| (3 * row..3 * row + 3).map(weight);
    let expected: Vec<f64> = [0.; 3].into_iter().chain(row(0)).chain(row(3)).collect();
    close(&gradient(&written, &result)?, &expected);

    let result = target.tpick_add(s![&rows], &written);
    close(
        &gradient(&target, &result)?,
        &(0..12).map(weight).collect::<Vec<_>>(),
    );
    let expected: Vec<f64> = row(3).chain(row(0)).chain(row(3)).collect();
    close(&gradient(&written, &result)?, &expected);
    Ok(())
}
