//! Random programs of slices, assigns, gathers and diagonals over one tensor, each step checked
//! against the oracle.

use tslice::diag::Align;
use tslice::{DynSpec, DynTensor};
use tslice_ops as ops;

use tslice_tests::invariants::{check_mut, check_tensor, check_view, memory};
use tslice_tests::oracle::{Entry, select, text};

/// A tensor, the same elements in a vector, and a source of numbers.
pub(crate) struct Program {
    random: Random,
    shape: Vec<usize>,
    tensor: DynTensor<u32>,
    model: Vec<u32>,
}

/// splitmix64: a whole program follows from its seed.
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        mixed ^ (mixed >> 31)
    }

    fn below(&mut self, limit: usize) -> usize {
        usize::try_from(self.next() % limit as u64).expect("below a usize")
    }

    fn bound(&mut self) -> i64 {
        match self.below(40) {
            0 => i64::MIN,
            1 => i64::MAX,
            _ => i64::try_from(self.below(25)).expect("small") - 12,
        }
    }

    fn range(&mut self) -> Entry {
        let stride = Some(self.bound()).filter(|stride| *stride != 0);
        let begin = (self.below(3) > 0).then(|| self.bound());
        let end = (self.below(3) > 0).then(|| self.bound());
        Entry::Range(begin, end, stride.filter(|_| self.below(2) > 0))
    }

    fn entries(&mut self, rank: usize) -> Vec<Entry> {
        let mut entries: Vec<Entry> = (0..self.below(rank + 2))
            .map(|_| match self.below(8) {
                0 => Entry::NewAxis,
                1 | 2 => Entry::Index(self.bound() % 4),
                _ => self.range(),
            })
            .collect();
        if self.below(2) > 0 {
            entries.insert(self.below(entries.len() + 1), Entry::Ellipsis);
        }
        entries
    }
}

impl Program {
    /// The program of a seed.
    ///
    /// # Panics
    ///
    /// Never: the shape fits the elements.
    #[must_use]
    pub(crate) fn new(seed: u64) -> Self {
        let mut random = Random(seed);
        let longest = [13, 13, 13, 80][random.below(4)];
        let shape: Vec<usize> = (0..random.below(5))
            .map(|_| random.below(longest))
            .collect();
        let shape = if shape.iter().product::<usize>() > 20_000 {
            vec![80, 80]
        } else {
            shape
        };
        let model: Vec<u32> = (0..).take(shape.iter().product()).collect();
        let tensor = DynTensor::from_shape_vec(&shape, model.clone()).expect("as many");
        Self {
            random,
            shape,
            tensor,
            model,
        }
    }

    /// Runs the program and returns the number of its steps.
    ///
    /// # Panics
    ///
    /// When a step disagrees with the oracle.
    #[must_use]
    pub(crate) fn run(mut self) -> u64 {
        let steps = 1 + self.random.below(12);
        for _ in 0..steps {
            match self.random.below(5) {
                0 | 1 => self.slice(),
                2 => self.assign(),
                3 => self.gather(),
                _ => self.diagonals(),
            }
            assert_eq!(self.tensor.as_slice(), Some(&self.model[..]));
            check_tensor(&self.tensor);
        }
        steps as u64
    }

    /// Slices, and slices the slice.
    fn slice(&mut self) {
        let (mut shape, mut chosen): (Vec<usize>, Vec<usize>) =
            (self.shape.clone(), (0..self.model.len()).collect());
        let mut view = self.tensor.view();
        for _ in 0..2 {
            let entries = self.random.entries(shape.len());
            let spec: DynSpec = text(&entries).parse().expect("the oracle writes specs");
            let Ok((sliced, picked)) = select(&entries, &shape) else {
                return assert!(view.try_slice(&spec).is_err(), "{spec} on {shape:?}");
            };
            view = view.slice(&spec);
            check_view(&view, memory(self.tensor.as_slice().expect("a tensor")));
            (shape, chosen) = (sliced, picked.into_iter().map(|at| chosen[at]).collect());
            let expected: Vec<u32> = chosen.iter().map(|&at| self.model[at]).collect();
            assert_eq!(
                (view.shape(), view.to_vec()),
                (&shape[..], expected),
                "{spec}"
            );
        }
    }

    fn assign(&mut self) {
        let entries = self.random.entries(self.shape.len());
        let Ok((shape, chosen)) = select(&entries, &self.shape) else {
            return;
        };
        let spec: DynSpec = text(&entries).parse().expect("the oracle writes specs");
        let first = u32::try_from(self.random.below(1 << 30)).expect("small");
        let all = memory(self.tensor.as_slice().expect("a tensor"));
        check_mut(&self.tensor.slice_mut(&spec), all);
        if self.random.below(2) == 0 {
            self.tensor.slice_mut(&spec).fill(first);
            return chosen.iter().for_each(|&at| self.model[at] = first);
        }
        let values: Vec<u32> = (first..).take(chosen.len()).collect();
        chosen
            .iter()
            .zip(&values)
            .for_each(|(&at, value)| self.model[at] = *value);
        let values = DynTensor::from_shape_vec(&shape, values).expect("as many");
        self.tensor.slice_mut(&spec).assign(&values);
    }

    fn gather(&mut self) {
        let depth = self.random.below(self.shape.len() + 1);
        let tuples = self.random.below(30);
        if depth == 0 || self.shape.contains(&0) {
            return;
        }
        let indices: Vec<usize> = (0..tuples)
            .flat_map(|_| (0..depth).collect::<Vec<_>>())
            .map(|axis| self.random.below(self.shape[axis]))
            .collect();
        let block: usize = self.shape[depth..].iter().product();
        let mut expected = Vec::new();
        for tuple in indices.chunks(depth) {
            let row = tuple
                .iter()
                .zip(&self.shape)
                .fold(0, |row, (index, len)| row * len + index);
            expected.extend_from_slice(&self.model[row * block..][..block]);
        }
        let indices = DynTensor::from_shape_vec([tuples, depth], indices).expect("as many");
        let gathered = ops::gather_nd(&self.tensor.view(), &indices.view(), 0).expect("in bounds");
        assert_eq!(gathered.as_slice(), Some(&expected[..]));
    }

    fn diagonals(&mut self) {
        let [batch @ .., rows, columns] = &self.shape[..] else {
            return;
        };
        let (batch, rows, columns): (usize, usize, usize) =
            (batch.iter().product(), *rows, *columns);
        let k = i64::try_from(self.random.below(21)).expect("small") - 10;
        let mut expected = Vec::new();
        for matrix in 0..batch {
            let on = |r: usize, c: usize| c as i128 - r as i128 == i128::from(k);
            let places = (0..rows).flat_map(|r| (0..columns).map(move |c| (r, c)));
            let places = places.filter(|&(r, c)| on(r, c));
            expected.extend(places.map(|(r, c)| self.model[(matrix * rows + r) * columns + c]));
        }
        if let Ok(part) = ops::matrix_diag_part(&self.tensor.view(), k, 7, Align::LeftLeft) {
            assert_eq!(
                part.as_slice(),
                Some(&expected[..]),
                "diagonal {k} of {:?}",
                self.shape
            );
        }
    }
}
