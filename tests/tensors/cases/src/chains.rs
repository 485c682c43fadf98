//! Random chains of slices, picks, assignments and fills, with their results.
//!
//! The results share no code with tslice: each entry is written as the positions that it selects,
//! and each element of a tensor is a number that says where it comes from. A gradient is then the
//! sum of the weights of the places where an element arrived.

use tslice::DynSpec;

/// A tensor, what happens to it, and the result.
pub struct Chain {
    /// The shape of the tensor. Its elements are numbered from 0 in row-major order.
    pub shape: Vec<usize>,
    /// What happens to it.
    pub steps: Vec<Step>,
    /// The shape of the result.
    pub result_shape: Vec<usize>,
    /// The numbers of its elements.
    pub result: Vec<usize>,
}

/// A spec and what is done with it.
pub struct Step {
    /// The spec.
    pub spec: DynSpec,
    /// Whether it has lists, so that it needs a pick.
    pub has_lists: bool,
    /// What is done.
    pub action: Action,
}

/// What is done with a spec.
pub enum Action {
    /// Its elements are taken, in a result of this rank.
    Take {
        /// The rank.
        rank: usize,
    },
    /// Values are assigned.
    Assign {
        /// Their shape, which broadcasts to what is selected.
        shape: Vec<usize>,
        /// The number of the first value; the others follow in row-major order.
        first: usize,
    },
    /// One value is assigned, which has this number.
    Fill {
        /// The number.
        element: usize,
    },
}

impl Chain {
    /// The sum of the weights 1, 2, 3, .. of the places of the result where each of some elements
    /// arrived: the gradient of the weighted sum of the result.
    #[must_use]
    pub fn gradient(&self, first: usize, count: usize) -> Vec<f64> {
        let mut gradient = vec![0.0; count];
        for (weight, &element) in (1_u32..).zip(&self.result) {
            if let Some(sum) = element
                .checked_sub(first)
                .and_then(|at| gradient.get_mut(at))
            {
                *sum += f64::from(weight);
            }
        }
        gradient
    }
}

/// Chains of tensors of 1 to 4 axes. Of more than half of them some result is empty.
///
/// # Panics
///
/// Never: the texts are specs.
#[must_use]
pub fn chains(count: usize) -> Vec<Chain> {
    let mut chance = Chance(11);
    (0..count).map(|_| chance.chain()).collect()
}

/// What a spec selects of a shape.
struct Selected {
    spec: String,
    has_lists: bool,
    shape: Vec<usize>,
    /// The place of each element of the result, in row-major order of both.
    places: Vec<usize>,
}

struct Chance(u64);

impl Chance {
    fn below(&mut self, end: usize) -> usize {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        usize::try_from(self.0 >> 33).expect("31 bits") % end
    }

    fn chain(&mut self) -> Chain {
        let shape: Vec<usize> = (0..=self.below(4))
            .map(|_| {
                if self.below(15) == 0 {
                    0
                } else {
                    1 + self.below(4)
                }
            })
            .collect();
        let mut next = shape.iter().product();
        let (mut now, mut elements, mut steps) =
            (shape.clone(), (0..next).collect::<Vec<usize>>(), Vec::new());
        for _ in 0..=self.below(5) {
            let selected = self.selected(&now);
            let action = match self.below(8) {
                0..5 => {
                    elements = selected
                        .places
                        .iter()
                        .map(|&place| elements[place])
                        .collect();
                    now = selected.shape;
                    Action::Take { rank: now.len() }
                }
                5..7 => {
                    let values = self.values(&selected.shape);
                    let first = next;
                    next += values.iter().product::<usize>();
                    let indices = product(
                        &selected
                            .shape
                            .iter()
                            .map(|&len| (0..len).collect())
                            .collect::<Vec<_>>(),
                    );
                    for (index, &place) in indices.iter().zip(&selected.places) {
                        elements[place] = first + broadcast_place(index, &values);
                    }
                    Action::Assign {
                        shape: values,
                        first,
                    }
                }
                _ => {
                    for &place in &selected.places {
                        elements[place] = next;
                    }
                    next += 1;
                    Action::Fill { element: next - 1 }
                }
            };
            let spec = selected.spec.parse().expect("a spec");
            steps.push(Step {
                spec,
                has_lists: selected.has_lists,
                action,
            });
        }
        Chain {
            shape,
            steps,
            result_shape: now,
            result: elements,
        }
    }

    /// A shape of values that broadcast.
    fn values(&mut self, to: &[usize]) -> Vec<usize> {
        let mut shape: Vec<usize> = to
            .iter()
            .map(|&len| if self.below(4) == 0 { 1 } else { len })
            .collect();
        if shape.len() > 1 && self.below(3) == 0 {
            shape.remove(0);
        } else if shape.len() < 4 && self.below(4) == 0 {
            shape.insert(0, 1);
        }
        shape
    }

    /// A spec that gives 1 to 4 axes and at most 300 elements.
    fn selected(&mut self, shape: &[usize]) -> Selected {
        loop {
            let selected = self.any_selected(shape);
            if (1..=4).contains(&selected.shape.len()) && selected.places.len() <= 300 {
                return selected;
            }
        }
    }

    fn any_selected(&mut self, shape: &[usize]) -> Selected {
        let mut spec = Entries::new(shape);
        loop {
            if self.below(6) == 0 {
                spec.entry("newaxis".to_owned(), 0, vec![0]);
            }
            if !spec.ellipsis && self.below(6) == 0 {
                let whole = self.below(spec.left().len() + 1);
                spec.entries.push("...".to_owned());
                spec.ellipsis = true;
                spec.whole(whole);
            }
            let &[len, ref behind @ ..] = spec.left() else {
                break;
            };
            // Behind an ellipsis, all axes have an entry.
            if !spec.ellipsis && self.below(8) == 0 {
                spec.whole(1 + behind.len());
                break;
            }
            match (self.below(9), behind) {
                (0, _) if len > 0 => {
                    let at = self.below(len);
                    spec.index(self.spelled(at, len), at);
                }
                (1, &[second, ..]) if len > 0 && second > 0 => {
                    let count = self.below(4);
                    let repeated = self.below(3) == 0;
                    let (first, firsts) = self.positions(len, count);
                    let (other, others) = self.positions(second, if repeated { 1 } else { count });
                    let both = firsts.iter().enumerate();
                    let both = both
                        .map(|(k, at)| at * second + others[if repeated { 0 } else { k }])
                        .collect();
                    spec.list(
                        format!("([{}], [{}])", first.join(", "), other.join(", ")),
                        2,
                        both,
                    );
                }
                (2 | 3, _) => {
                    let count = if len == 0 { 0 } else { self.below(4) };
                    let (texts, positions) = self.positions(len, count);
                    spec.list(format!("[{}]", texts.join(", ")), 1, positions);
                }
                (4, _) => {
                    let (run, mut positions) = self.range(len);
                    let (mut texts, more) = self.positions(len, usize::from(len > 0));
                    texts.insert(0, run);
                    positions.extend(more);
                    spec.list(format!("[{}]", texts.join(", ")), 1, positions);
                }
                (5, _) if len > 0 => {
                    let begin = self.below(len);
                    let count = 1 + self.below(len - begin);
                    let text = format!("{}:+{count}", self.spelled(begin, len));
                    spec.entry(text, 1, (begin..begin + count).collect());
                }
                _ => {
                    let (text, positions) = self.range(len);
                    spec.entry(text, 1, positions);
                }
            }
        }
        spec.selected()
    }

    /// A position, from the front or from the end.
    fn spelled(&mut self, at: usize, len: usize) -> String {
        if self.below(2) == 0 {
            at.to_string()
        } else {
            format!("-{}", len - at)
        }
    }

    fn positions(&mut self, len: usize, count: usize) -> (Vec<String>, Vec<usize>) {
        let positions: Vec<usize> = (0..count).map(|_| self.below(len)).collect();
        (
            positions.iter().map(|&at| self.spelled(at, len)).collect(),
            positions,
        )
    }

    /// A range and its positions, by the rules of Python's `slice.indices`.
    fn range(&mut self, len: usize) -> (String, Vec<usize>) {
        let len = i64::try_from(len).expect("a small length");
        let mut bound =
            || (self.below(3) > 0).then(|| i64::try_from(self.below(15)).expect("small") - 7);
        let (begin, end) = (bound(), bound());
        let step = [1, 1, 2, 3, -1, -1, -2, -3][self.below(8)];
        let (low, high) = if step > 0 { (0, len) } else { (-1, len - 1) };
        let inside = |bound: i64| (if bound < 0 { bound + len } else { bound }).clamp(low, high);
        let (first, behind) = if step > 0 { (low, high) } else { (high, low) };
        let (mut at, behind) = (begin.map_or(first, inside), end.map_or(behind, inside));
        let mut positions = Vec::new();
        while if step > 0 { at < behind } else { at > behind } {
            positions.push(usize::try_from(at).expect("a position"));
            at += step;
        }
        let text = |bound: Option<i64>| bound.map_or_else(String::new, |bound| bound.to_string());
        let step = if step == 1 {
            String::new()
        } else {
            format!(":{step}")
        };
        (format!("{}:{}{step}", text(begin), text(end)), positions)
    }
}

/// The entries of a spec, and what they select.
struct Entries<'s> {
    shape: &'s [usize],
    entries: Vec<String>,
    has_lists: bool,
    ellipsis: bool,
    /// The number of axes that the entries consume.
    axes: usize,
    /// The place that the indices select.
    from: usize,
    /// For each axis of the result, the distances that it adds.
    distances: Vec<Vec<usize>>,
}

impl<'s> Entries<'s> {
    fn new(shape: &'s [usize]) -> Self {
        let (entries, distances) = (Vec::new(), Vec::new());
        Self {
            shape,
            entries,
            has_lists: false,
            ellipsis: false,
            axes: 0,
            from: 0,
            distances,
        }
    }

    /// The lengths of the axes without an entry.
    fn left(&self) -> &'s [usize] {
        &self.shape[self.axes..]
    }

    /// An entry that consumes axes, and produces one of positions of these axes as if they were
    /// one.
    fn entry(&mut self, text: String, axes: usize, positions: Vec<usize>) {
        self.entries.push(text);
        self.produce(axes, positions);
    }

    fn list(&mut self, text: String, axes: usize, positions: Vec<usize>) {
        self.has_lists = true;
        self.entry(text, axes, positions);
    }

    fn index(&mut self, text: String, at: usize) {
        self.entries.push(text);
        self.axes += 1;
        self.from += at * self.left().iter().product::<usize>();
    }

    /// Axes that are selected as they are.
    fn whole(&mut self, count: usize) {
        for _ in 0..count {
            self.produce(1, (0..self.left()[0]).collect());
        }
    }

    fn produce(&mut self, axes: usize, positions: Vec<usize>) {
        self.axes += axes;
        let stride: usize = self.left().iter().product();
        self.distances
            .push(positions.iter().map(|at| at * stride).collect());
    }

    fn selected(self) -> Selected {
        let sums = product(&self.distances);
        Selected {
            spec: self.entries.join(", "),
            has_lists: self.has_lists,
            shape: self.distances.iter().map(Vec::len).collect(),
            places: sums
                .iter()
                .map(|sum| self.from + sum.iter().sum::<usize>())
                .collect(),
        }
    }
}

/// One of each list, in all ways, the last list changing first.
fn product(lists: &[Vec<usize>]) -> Vec<Vec<usize>> {
    lists.iter().fold(vec![Vec::new()], |ways, list| {
        ways.iter()
            .flat_map(|way| list.iter().map(move |&one| [&way[..], &[one]].concat()))
            .collect()
    })
}

/// The place in values of a shape that is assigned to an index.
fn broadcast_place(index: &[usize], shape: &[usize]) -> usize {
    let padded = vec![0; shape.len().saturating_sub(index.len())];
    let index = [&padded[..], index].concat();
    let kept = &index[index.len() - shape.len()..];
    shape.iter().zip(kept).fold(0, |place, (&len, &at)| {
        place * len + if len == 1 { 0 } else { at }
    })
}
