//! One array over another at any start. The oracle asks for each position of the target which
//! position of the source it is.

use tslice::{AxisError, Shape, ShapeError, Tensor, View, overlay, paste, s};
use tslice_tests::faults::message;

/// Starts near both ends of an axis, far away, and at the ends of the type.
const STARTS: [isize; 11] = [
    isize::MIN,
    isize::MIN + 1,
    -1_000,
    -3,
    -2,
    -1,
    0,
    1,
    2,
    5,
    isize::MAX,
];

/// The index tuples of a shape in row-major order.
fn tuples(shape: &[usize]) -> Vec<Vec<usize>> {
    shape.iter().fold(vec![vec![]], |before, &len| {
        let longer = |tuple: &Vec<usize>| {
            let tuple = tuple.clone();
            (0..len).map(move |i| [&tuple[..], &[i]].concat())
        };
        before.iter().flat_map(longer).collect()
    })
}

/// The elements of a target of zeros after a source of 1, 2, 3, .. was pasted.
fn pasted(target: &[usize], start: &[isize], source: &[usize]) -> Vec<u32> {
    let numbers = tuples(source);
    let place = |index: &Vec<usize>| -> Vec<i128> {
        let axes = index.iter().zip(start);
        axes.map(|(&i, &start)| i as i128 - start as i128).collect()
    };
    let number = |index: &Vec<usize>| {
        let place = place(index);
        let same = |tuple: &Vec<usize>| tuple.iter().zip(&place).all(|(&i, &j)| i as i128 == j);
        numbers.iter().position(same).map_or(0, |n| n as u32 + 1)
    };
    tuples(target).iter().map(number).collect()
}

fn counted<const R: usize>(shape: [usize; R]) -> Tensor<u32, R> {
    let len = shape.iter().product::<usize>() as u32;
    Tensor::from_shape_vec(shape, (1..=len).collect()).expect("as many")
}

macro_rules! matches_oracle {
    ($target:expr, $source:expr, $start:expr) => {{
        let (shape, lengths, start) = ($target, $source, $start);
        let expected = pasted(&shape, &start, &lengths);
        let source = counted(lengths);
        let mut target = Tensor::zeros(shape);
        paste(&mut target, start, &source);
        assert_eq!(target.to_vec(), expected, "{shape:?} {start:?} {lengths:?}");

        // Without a rank, and both in the other order of memory: reversed twice.
        let mut target = Tensor::<u32, _>::zeros(shape).into_dyn();
        paste(&mut target, &start, &source.view().into_dyn());
        assert_eq!(target.to_vec(), expected);
        let back = source.slice(s![::-1]).to_tensor();
        let mut target = Tensor::zeros(shape);
        paste(&mut target.slice_mut(s![::-1]), start, &back.slice(s![::-1]));
        assert_eq!(target.slice(s![::-1]).to_vec(), expected);

        // The parts have one shape, and are parts of their arrays.
        let mut target = Tensor::zeros(shape);
        let (mut under, over) = overlay(target.view_mut(), start, source.view()).expect("one rank");
        assert_eq!(under.shape(), over.shape());
        let numbers: Vec<u32> = expected.iter().copied().filter(|&n| n > 0).collect();
        assert_eq!(over.to_vec(), numbers);
        assert!(over.iter().all(|n| source.as_slice().expect("whole").as_ptr_range().contains(&&raw const *n)));
        under.fill(9);
        let nines: Vec<u32> = expected.iter().map(|&n| if n > 0 { 9 } else { 0 }).collect();
        assert_eq!(target.to_vec(), nines);
    }};
}

#[test]
fn overlays_of_one_axis_match_oracle() {
    for target in [0, 1, 2, 5] {
        for source in [0, 1, 3, 7] {
            for start in STARTS {
                matches_oracle!([target], [source], [start]);
            }
        }
    }
}

#[test]
fn overlays_of_several_axes_match_oracle() {
    for rows in STARTS {
        for columns in STARTS {
            matches_oracle!([4, 3], [2, 5], [rows, columns]);
            matches_oracle!([2, 3, 2], [3, 2, 2], [rows, columns, 0]);
        }
        matches_oracle!([2, 1, 3, 2], [1, 2, 2, 4], [1, -1, rows, -2]);
    }
}

#[test]
fn overlays_take_what_assign_takes() {
    let scalar = Tensor::<i32, 0>::full([], 7);
    let mut target = Tensor::<i32, 0>::zeros([]);
    paste(&mut target, [], &scalar);
    assert_eq!(target, scalar);

    let mut canvas = Tensor::<u8, 2>::zeros([2, 3]);
    paste(&mut canvas, [1, 1], &[[1, 2, 3], [4, 5, 6]]);
    paste(&mut canvas.slice_mut(s![:, 0]), [-1], &vec![7, 8, 9]);
    assert_eq!(canvas, [[8, 0, 0], [9, 1, 2]]);

    // Lengths that the compiler knows, rows that repeat, elements that are cloned.
    let mut known = Tensor::<String, 2>::full([2, 2], String::new())
        .into_static::<Shape![2, 2]>()
        .expect("this shape");
    let word = [String::from("a"), String::from("b")];
    let rows = View::<_, 1>::from(&word).broadcast_to([9, 2]);
    paste(&mut known, [-8, 1], &rows);
    assert_eq!(known, [["", "a"], ["", ""]]);

    let mut units = Tensor::<(), 1>::full([3], ());
    let (under, over) = overlay(units.view_mut(), [2], View::from(&[(); 5])).expect("one rank");
    assert_eq!((under.len(), over.len()), (1, 1));
}

#[test]
fn overlays_of_other_ranks_are_errors() {
    let (mut target, source) = (counted([2, 3]).into_dyn(), counted([2, 3]).into_dyn());
    let rank = |rank| ShapeError::Axis(AxisError::RankMismatch { expected: 2, rank });
    let error = overlay(target.view_mut(), &[0], source.view())
        .map(|_| ())
        .unwrap_err();
    assert_eq!(error, rank(1));
    let row = source.slice(s![0]).into_dyn();
    let error = overlay(target.view_mut(), &[0, 0], row.view())
        .map(|_| ())
        .unwrap_err();
    assert_eq!(error, rank(1));
    let text = message(|| paste(&mut target, &[0, 0, 0], &source));
    assert!(text.contains("rank 3"), "{text}");
    assert_eq!(target, source);
}
