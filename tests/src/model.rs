//! A naive model of a view: the position in the base tensor of each element, in row-major order. It
//! shares no code with tslice.

use tslice::{DynSpec, DynView};

use crate::algebra::Random;
use crate::indices::indices;
use crate::sizes;

/// A shape, and for each element in row-major order its position in the base tensor.
#[derive(Clone, Debug)]
pub struct Model {
    /// The lengths of the axes.
    pub shape: Vec<usize>,
    /// The position of each element in the base tensor, in row-major order.
    pub positions: Vec<usize>,
}

impl Model {
    /// A row-major tensor of a shape.
    #[must_use]
    pub fn new(shape: &[usize]) -> Self {
        Self {
            shape: shape.to_vec(),
            positions: (0..shape.iter().product()).collect(),
        }
    }

    /// The position of the element at an index tuple.
    #[must_use]
    pub fn at(&self, index: &[usize]) -> usize {
        let row_major = index
            .iter()
            .zip(&self.shape)
            .fold(0, |at, (i, len)| at * len + i);
        self.positions[row_major]
    }

    /// The positions along an axis, for the indices of the other axes.
    #[must_use]
    pub fn lane(&self, rest: &[usize], axis: usize) -> Vec<usize> {
        let mut index = rest.to_vec();
        index.insert(axis, 0);
        let at = |i| {
            index[axis] = i;
            self.at(&index)
        };
        (0..self.shape[axis]).map(at).collect()
    }

    /// All lanes along an axis, in row-major order of the other axes.
    #[must_use]
    pub fn lanes(&self, axis: usize) -> Vec<Vec<usize>> {
        let mut rest = self.shape.clone();
        rest.remove(axis);
        indices(&rest)
            .iter()
            .map(|rest| self.lane(rest, axis))
            .collect()
    }

    /// The model whose element at an index tuple is that of this one at the tuple that `from`
    /// returns.
    fn mapped(&self, shape: Vec<usize>, from: impl Fn(&[usize]) -> Vec<usize>) -> Self {
        let positions = indices(&shape)
            .iter()
            .map(|index| self.at(&from(index)))
            .collect();
        Self { shape, positions }
    }

    /// The elements at positions of each axis.
    #[must_use]
    pub fn selected(&self, lists: &[Vec<usize>]) -> Self {
        let shape = lists.iter().map(Vec::len).collect();
        self.mapped(shape, |index| {
            index.iter().zip(lists).map(|(&i, list)| list[i]).collect()
        })
    }

    /// Axis `at` of the result is axis `axes[at]` of this model.
    #[must_use]
    pub fn permuted(&self, axes: &[usize]) -> Self {
        let shape = axes.iter().map(|&axis| self.shape[axis]).collect();
        self.mapped(shape, |index| {
            let mut from = vec![0; axes.len()];
            axes.iter()
                .zip(index)
                .for_each(|(&axis, &i)| from[axis] = i);
            from
        })
    }

    /// A new axis, along which the elements are repeated.
    #[must_use]
    pub fn repeated(&self, axis: usize, len: usize) -> Self {
        let mut shape = self.shape.clone();
        shape.insert(axis, len);
        self.mapped(shape, |index| [&index[..axis], &index[axis + 1..]].concat())
    }

    /// The elements at a position of an axis, without that axis.
    #[must_use]
    pub fn indexed(&self, axis: usize, position: usize) -> Self {
        let mut shape = self.shape.clone();
        shape.remove(axis);
        self.mapped(shape, |index| {
            [&index[..axis], &[position], &index[axis..]].concat()
        })
    }
}

/// One step of a chain of views.
#[derive(Clone, Debug)]
pub enum Step {
    /// A range of each axis, as text.
    Ranges(String),
    /// The axes in another order.
    Permute(Vec<usize>),
    /// A new axis at a position, of a length.
    Repeat(usize, usize),
    /// An axis, and a position along it.
    Index(usize, usize),
}

/// A range as text, and the positions that it selects of an axis of a length.
type Range = (&'static str, fn(usize) -> Vec<usize>);

const RANGES: [Range; 8] = [
    (":", |len| (0..len).collect()),
    (":", |len| (0..len).collect()),
    ("::-1", |len| (0..len).rev().collect()),
    ("::2", |len| (0..len).step_by(2).collect()),
    ("::-3", |len| (0..len).rev().step_by(3).collect()),
    ("1:", |len| (1..len).collect()),
    (":-1", |len| (0..len.saturating_sub(1)).collect()),
    ("-2:0:-1", |len| (1..len.saturating_sub(1)).rev().collect()),
];

/// A random step from a model, and the model behind it. An exclusive view repeats no element.
pub fn step(random: &mut Random, model: &Model, exclusive: bool, most: usize) -> (Step, Model) {
    let rank = model.shape.len();
    match random.below(8) {
        0 | 1 if rank > 1 => {
            let mut axes: Vec<usize> = (0..rank).collect();
            (1..rank).for_each(|at| axes.swap(at, random.below(at + 1)));
            (Step::Permute(axes.clone()), model.permuted(&axes))
        }
        2 if !exclusive && rank < 4 && model.positions.len() * 2 <= most => {
            let (axis, lengths) = (
                random.below(rank + 1),
                sizes::up_to(most / model.positions.len().max(1)),
            );
            let len = lengths[random.below(lengths.len())];
            (Step::Repeat(axis, len), model.repeated(axis, len))
        }
        3 if rank > 0 && !model.positions.is_empty() => {
            let axis = random.below(rank);
            let position = random.below(model.shape[axis]);
            (Step::Index(axis, position), model.indexed(axis, position))
        }
        _ => {
            let ranges: Vec<_> = (0..rank)
                .map(|_| RANGES[random.below(RANGES.len())])
                .collect();
            let lists: Vec<_> = ranges
                .iter()
                .zip(&model.shape)
                .map(|((_, list), &len)| list(len))
                .collect();
            let text: Vec<_> = ranges.iter().map(|(text, _)| *text).collect();
            (Step::Ranges(text.join(", ")), model.selected(&lists))
        }
    }
}

impl Step {
    /// The spec of a step that is a slice; `None` of a permutation and of a repeated axis.
    ///
    /// # Panics
    ///
    /// If the text of a range is not a spec.
    #[must_use]
    pub fn spec(&self) -> Option<DynSpec> {
        let text = match self {
            Self::Ranges(text) => text.clone(),
            Self::Index(axis, position) => format!("{}{position}, ...", ":, ".repeat(*axis)),
            Self::Permute(_) | Self::Repeat(..) => return None,
        };
        Some(text.parse().expect("a spec"))
    }

    /// The view behind this step.
    ///
    /// # Panics
    ///
    /// If tslice refuses the step.
    pub fn view<'a, T>(&self, view: DynView<'a, T>) -> DynView<'a, T> {
        match (self, self.spec()) {
            (_, Some(spec)) => view.slice(&spec),
            (Self::Permute(axes), _) => view.permute(axes),
            (Self::Repeat(axis, len), _) => {
                let mut shape = view.shape().to_vec();
                shape.insert(*axis, *len);
                view.insert_axis(*axis).broadcast_to(&shape)
            }
            _ => unreachable!("a step without a spec"),
        }
    }
}
