//! A naive model of a view: the position in the base tensor of each element, in row-major order. It
//! shares no code with tslice.

use tslice::{DynSpec, DynTensor, DynView, DynViewMut};

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

/// A view of a shape over a row-major tensor, whose axes lie in any order: with gaps, reversed, or
/// repeated.
#[derive(Clone, Debug)]
pub struct Laid {
    /// The shape of the tensor.
    pub base: Vec<usize>,
    /// The steps from the tensor to the view.
    pub steps: Vec<Step>,
    /// The view.
    pub model: Model,
}

impl Laid {
    /// A random view of a shape. An exclusive one repeats no axis. The tensor has at most some 8
    /// times as many elements as the shape.
    pub fn new(random: &mut Random, shape: &[usize], exclusive: bool) -> Self {
        let changes = random.below(4);
        let mut change = |of: usize| random.below(of) < changes;
        let (repeated, mut kept): (Vec<usize>, Vec<usize>) =
            (0..shape.len()).partition(|_| !exclusive && change(8));
        if change(3) {
            (1..kept.len()).for_each(|at| kept.swap(at, random.below(at + 1)));
        }
        let mut room = 8;
        let mut ranges = vec![];
        for &axis in &kept {
            let range = Positions::new(random, shape[axis], changes, &mut room);
            ranges.push(range);
        }
        let base: Vec<usize> = ranges.iter().map(|range| range.length).collect();
        let text: Vec<_> = ranges.iter().map(|range| range.text.clone()).collect();
        let mut sorted = kept.clone();
        sorted.sort_unstable();
        let order = sorted.iter().map(|axis| place(&kept, *axis));
        let mut steps = vec![
            Step::Ranges(text.join(", ")),
            Step::Permute(order.collect()),
        ];
        steps.extend(repeated.iter().map(|&axis| Step::Repeat(axis, shape[axis])));

        let mut positions = vec![0];
        for (axis, &len) in shape.iter().enumerate() {
            let offsets: Vec<usize> = if repeated.contains(&axis) {
                vec![0; len]
            } else {
                let at = place(&kept, axis);
                let stride: usize = base[at + 1..].iter().product();
                ranges[at]
                    .list
                    .iter()
                    .map(|position| position * stride)
                    .collect()
            };
            let outer = positions;
            positions = Vec::with_capacity(outer.len() * len);
            for from in outer {
                positions.extend(offsets.iter().map(|offset| from + offset));
            }
        }
        let model = Model {
            shape: shape.to_vec(),
            positions,
        };
        Self { base, steps, model }
    }

    /// As many elements as the tensor has.
    #[must_use]
    pub fn room(&self) -> usize {
        self.base.iter().product()
    }

    /// A tensor whose element at each position is what a function returns.
    ///
    /// # Panics
    ///
    /// If tslice refuses the shape.
    pub fn tensor<T>(&self, element: impl FnMut(usize) -> T) -> DynTensor<T> {
        let elements = (0..self.room()).map(element).collect();
        DynTensor::from_shape_vec(&self.base, elements).expect("as many as the shape has")
    }

    /// A tensor whose exclusive view holds elements in row-major order, and another one elsewhere.
    ///
    /// # Panics
    ///
    /// If tslice refuses the shape.
    pub fn holding<T: Clone>(&self, elements: &[T], elsewhere: T) -> DynTensor<T> {
        let mut all = vec![elsewhere; self.room()];
        for (&at, element) in self.model.positions.iter().zip(elements) {
            all[at] = element.clone();
        }
        DynTensor::from_shape_vec(&self.base, all).expect("as many as the shape has")
    }

    /// The view of a tensor.
    ///
    /// # Panics
    ///
    /// If tslice slices the tensor to another shape.
    pub fn view<'a, T>(&self, tensor: &'a DynTensor<T>) -> DynView<'a, T> {
        let steps = self.steps.iter();
        let view = steps.fold(tensor.view(), |view, step| step.view(view));
        assert_eq!(view.shape(), &self.model.shape[..], "{self:?}");
        view
    }

    /// Calls a function with the exclusive view of a tensor.
    pub fn with_mut<T>(&self, tensor: &mut DynTensor<T>, mut f: impl FnMut(DynViewMut<'_, T>)) {
        exclusively(tensor.view_mut(), &self.steps, &mut f);
    }
}

/// Where an axis is in a list of all axes.
fn place(axes: &[usize], axis: usize) -> usize {
    let found = axes.iter().position(|other| *other == axis);
    found.expect("each axis is listed")
}

fn exclusively<T>(
    mut view: DynViewMut<'_, T>,
    steps: &[Step],
    f: &mut dyn FnMut(DynViewMut<'_, T>),
) {
    let Some((step, steps)) = steps.split_first() else {
        return f(view);
    };
    match (step, step.spec()) {
        (Step::Permute(axes), _) => exclusively(view.permute_mut(axes), steps, f),
        (_, Some(spec)) => exclusively(view.slice_mut(&spec), steps, f),
        _ => unreachable!("an exclusive view repeats no axis"),
    }
}

/// Positions of an axis, as a range of it and as a list.
struct Positions {
    /// The length of the axis.
    length: usize,
    text: String,
    list: Vec<usize>,
}

impl Positions {
    /// `len` positions of an axis that is at most `room` times as long.
    fn new(random: &mut Random, len: usize, changes: usize, room: &mut usize) -> Self {
        let mut change = |least: usize, most: usize| {
            if random.below(4) < changes {
                least + random.below(most + 1 - least)
            } else {
                least
            }
        };
        let [before, after, stride] = [change(0, 3), change(0, 3), change(1, 3)];
        let is_reversed = change(0, 1) == 1;
        let reach = len.saturating_sub(1) * stride + usize::from(len > 0);
        let length = before + reach + after;
        if length > *room * len.max(1) {
            let list = (0..len).collect();
            let text = ":".to_owned();
            return Self {
                length: len,
                text,
                list,
            };
        }
        *room = (*room * len.max(1) / length.max(1)).max(1);
        let mut list: Vec<usize> = (0..len).map(|at| before + at * stride).collect();
        let text = if !is_reversed || len == 0 {
            format!("{before}:{}:{stride}", before + reach)
        } else if before == 0 {
            format!("{}::-{stride}", reach - 1)
        } else {
            format!("{}:{}:-{stride}", before + reach - 1, before - 1)
        };
        if is_reversed {
            list.reverse();
        }
        Self { length, text, list }
    }
}
