//! The signature of a named spec, `[480, 640, 3] => [280, 240, 3]`: lengths before and after
//! slicing.

use tslice_entry::{Entry, Message};
use tslice_syntax::{
    Bound, ByRole, Lexeme, Lexemes, List, Literal, Mistake, Mistakes, Result, Role, Spec, Unfit,
    comma_in, group_length, in_numbers, literal, quoted, refuse,
};

use crate::proof::{Count, MAX_LENGTH, Step, axes, count, most, steps};
use crate::root::Root;

/// The highest rank that is a type.
pub(crate) const MAX_RANK: usize = 12;

/// One length of a signature.
#[derive(Clone, Copy)]
pub(crate) enum Length {
    /// `_`
    Unknown,
    /// A number, at least 1.
    Literal(i64),
    /// A constant, for rustc to evaluate.
    Constant,
}

/// The lengths on one side of a signature.
pub(crate) struct Side<'t> {
    /// The bracket.
    pub(crate) bracket: &'t Lexeme<'t>,
    /// The lengths.
    pub(crate) lengths: Vec<Length>,
    /// The lexemes of each.
    pub(crate) at: Vec<Lexemes<'t>>,
}

impl<'t> Side<'t> {
    /// Reads the lengths in a bracket, and adds what is wrong with them to the mistakes. A length
    /// that is mistaken is unknown.
    pub(crate) fn read(
        bracket: &'t Lexeme<'t>,
        inner: Lexemes<'t>,
        mistakes: &mut Mistakes,
    ) -> Self {
        let (mut lengths, mut at) = (Vec::new(), Vec::new());
        let chunks: Vec<_> = inner.between_commas().collect();
        for &(own, with_comma) in chunks.iter().take(MAX_RANK) {
            // The comma shows where a length is missing.
            let length = length(own, if own.is_empty() { with_comma } else { own });
            lengths.push(mistakes.keep(length).unwrap_or(Length::Unknown));
            at.push(own);
        }
        if let [(_, first), ..] = chunks.get(MAX_RANK..).unwrap_or_default() {
            let words = format!(
                "a typed rank is at most {MAX_RANK}, this shape has {} lengths",
                chunks.len()
            );
            let (_, last) = chunks[chunks.len() - 1];
            mistakes.push(Mistake::between(first, last, words));
        }
        Self {
            bracket,
            lengths,
            at,
        }
    }

    /// The length of an axis of the result, of which this is taken.
    fn given(&self, axis: usize, taken: Taken) -> Result<Length> {
        let Taken { most, is_exact, .. } = taken;
        let (has, stated) = match self.lengths[axis] {
            Length::Literal(stated) if is_exact && most != stated => ("length", stated),
            Length::Literal(stated) if most < stated => ("at most length", stated),
            Length::Unknown if is_exact && taken.checked => return Ok(Length::Literal(most)),
            stated => return Ok(stated),
        };
        let words = format!("axis {axis} of the result has {has} {most}, not {stated}");
        refuse(self.at[axis], words)
    }
}

fn length(chunk: Lexemes<'_>, at: Lexemes<'_>) -> Result<Length> {
    const NO_INTEGER: &str = "a length is an integer, `_`, or a constant of type `usize`";
    let words = match chunk {
        [] => "a length is missing: write `_` for one that is not known",
        [only] if only.is_word("_") => return Ok(Length::Unknown),
        [only] if only.is_new_axis() || only.is('?') || only.is('*') => {
            "a length that is not known is written `_`"
        }
        [only] if only.is_one_of(&["true", "false"]) => NO_INTEGER,
        chunk if chunk.has_any(&[Role::Colon, Role::Dots, Role::Semicolon, Role::Arrow]) => {
            "a signature has a length for each axis, or `_`, and commas in between"
        }
        chunk => {
            comma_in(chunk)?;
            let Some((negative, digits)) = literal(chunk) else {
                return Ok(Length::Constant);
            };
            let Literal::Integer(integer) = Literal::of(&digits) else {
                return refuse(at, NO_INTEGER);
            };
            match integer.value(negative) {
                _ if !matches!(integer.suffix, "" | "usize") => "a length is of type `usize`",
                Ok(length @ 1..) => return Ok(Length::Literal(length)),
                Ok(0) => "a length of a signature is not 0: write `_` for one that is not known",
                Ok(_) => "a length is not negative: write `_` for one that is not known",
                Err(Unfit::I64) => "literal does not fit in i64, and no axis is that long",
                Err(_) => "a length is of type `usize`",
            }
        }
    };
    refuse(at, words)
}

/// Checks a spec against a signature as far as its numbers are literal, and adds what contradicts
/// it to the mistakes. Writes the lengths that are known so far to the output, and returns a step
/// for each axis that is left; none if the ranks do not agree.
pub(crate) fn check(
    root: &Root,
    spec: &Spec<Bound>,
    input: &Side<'_>,
    output: &mut Side<'_>,
    mistakes: &mut Mistakes,
) -> Vec<Step> {
    let Some(whole) = mistakes.keep(whole_axes(&spec.entries, input, output)) else {
        return Vec::new();
    };
    let mut left = Vec::new();
    for step in steps(&spec.entries, whole) {
        let entry = step.entry.map_or(&Entry::WHOLE, |at| &spec.entries[at]);
        if matches!(entry, Entry::Grouped) {
            // The first list of a group stands for all of them.
            continue;
        }
        let span = step.entry.map_or(0..0, |entry| spec.spans[entry].clone());
        let axes = Axes {
            first: step.input,
            lengths: &input.lengths,
            at: &root.trees.lexemes_of(&span),
        };
        // An entry is a list of one item.
        let alone = [List::Literal(vec![entry.clone()])];
        let listed = step.entry.and_then(|entry| spec.listed(entry));
        let lists = listed.map_or(&alone[..], |listed| &listed.lists);
        let Some(taken) = mistakes.keep(axes.taken(lists)) else {
            continue;
        };
        let is_constant = |axis: usize| matches!(output.lengths[axis], Length::Constant);
        if !taken.checked || step.output.is_some_and(is_constant) {
            left.push(step);
        }
        if let Some(axis) = step.output
            && let Some(length) = mistakes.keep(output.given(axis, taken))
        {
            output.lengths[axis] = length;
        }
    }
    left
}

/// The number of axes that no entry names.
fn whole_axes<B>(entries: &[Entry<B>], input: &Side<'_>, output: &Side<'_>) -> Result<usize> {
    let (taken, given) = axes(entries);
    let rank = input.lengths.len();
    let Some(whole) = rank.checked_sub(taken) else {
        let axes = if taken == 1 { "axis" } else { "axes" };
        let words = format!("this spec takes {taken} {axes}, the tensor has rank {rank}");
        return refuse(core::slice::from_ref(input.bracket), words);
    };
    let (rank, lengths) = (whole + given, output.lengths.len());
    if rank != lengths {
        let words = format!("the result has rank {rank}, this shape has rank {lengths}");
        return refuse(core::slice::from_ref(output.bracket), words);
    }
    Ok(whole)
}

/// The number of positions that an entry or a list takes of an axis.
#[derive(Clone, Copy)]
struct Taken {
    /// The number, or what it is at most.
    most: i64,
    /// Whether the macro knows the number.
    is_exact: bool,
    /// Whether the compiler has nothing left to check.
    checked: bool,
}

impl Taken {
    fn exactly(most: i64) -> Self {
        Self {
            most,
            is_exact: true,
            checked: true,
        }
    }

    fn at_most(most: i64) -> Self {
        Self {
            is_exact: false,
            ..Self::exactly(most)
        }
    }
}

/// The axes of the input that an entry or a group of lists takes.
struct Axes<'s> {
    /// The first axis; `None` for a new axis.
    first: Option<usize>,
    /// The lengths of all axes of the input.
    lengths: &'s [Length],
    /// The lexemes of the entry.
    at: Lexemes<'s>,
}

impl Axes<'_> {
    /// What a list or a group of lists takes, which is at least one position.
    fn taken(&self, lists: &[List<Bound>]) -> Result<Taken> {
        let Some(first) = self.first else {
            return Ok(Taken::exactly(1));
        };
        let (mut lengths, mut all) = (Vec::new(), Taken::exactly(1));
        for (list, axis) in lists.iter().zip(first..) {
            let taken = self.by_list(list, axis)?;
            if taken.most == 0 {
                return Err(self.takes_nothing(axis));
            }
            lengths.push(if taken.is_exact { taken.most } else { 1 });
            all.most = all.most.max(taken.most);
            all.is_exact &= taken.is_exact;
            all.checked &= taken.checked;
        }
        match group_length(lengths.into_iter()) {
            Ok(_) => Ok(all),
            Err((_, words)) => refuse(self.at, words),
        }
    }

    /// What the items of a list take together: a range of it may take nothing.
    fn by_list(&self, list: &List<Bound>, axis: usize) -> Result<Taken> {
        let List::Literal(items) = list else {
            return Ok(Taken::at_most(MAX_LENGTH));
        };
        let mut sum = Taken::exactly(0);
        for item in items {
            let item = self.by_item(item, axis)?;
            let total = sum.most.checked_add(item.most);
            sum.most = total.unwrap_or(MAX_LENGTH);
            sum.is_exact &= item.is_exact && total.is_some();
            sum.checked &= item.checked;
        }
        Ok(sum)
    }

    /// What an entry takes of an axis, or an item of a list.
    fn by_item(&self, entry: &Entry<Bound>, axis: usize) -> Result<Taken> {
        let at_run_time = Taken {
            checked: false,
            ..match entry {
                Entry::Index(_) => Taken::exactly(1),
                _ => Taken::at_most(MAX_LENGTH),
            }
        };
        let Some(entry) = in_numbers(entry) else {
            return Ok(at_run_time);
        };
        let (length, is_known) = match self.lengths.get(axis) {
            Some(Length::Literal(length)) => (*length, true),
            Some(Length::Unknown) => (MAX_LENGTH, false),
            Some(Length::Constant) | None => return Ok(at_run_time),
        };
        match count(&entry, length) {
            Count::Window(_) if !is_known => Err(self.takes_nothing(axis)),
            Count::Window(fault) => {
                let written = quoted(self.at);
                let fault = Message::new().leaves(axis, fault);
                refuse(self.at, format!("`{written}`{fault}"))
            }
            Count::OutOfBounds(index) => {
                let words =
                    format!("index {index} is out of bounds for axis {axis} with length {length}");
                refuse(self.at, words)
            }
            Count::Of(count)
                if is_known || matches!(entry, Entry::Index(_) | Entry::Window { .. }) =>
            {
                Ok(Taken::exactly(count))
            }
            Count::Of(_) => Ok(Taken::at_most(most(&entry))),
        }
    }

    fn takes_nothing(&self, axis: usize) -> Mistake {
        let written = quoted(self.at);
        let words = match self.lengths.get(axis) {
            Some(Length::Literal(length)) => {
                format!("`{written}` takes nothing of axis {axis} with length {length}")
            }
            _ => format!("`{written}` takes nothing of axis {axis}, whatever its length is"),
        };
        Mistake::new(self.at, words)
    }
}
