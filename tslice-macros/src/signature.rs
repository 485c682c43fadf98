//! The signature of a named spec, `[480, 640, 3] => [280, 240, 3]`: lengths before and after
//! slicing. What numbers decide is checked here, what depends on a constant by rustc, at the tokens
//! where it is wrong.

use core::slice::from_ref;

use tslice_entry::size::{Size, Sound, given, group, taken};
use tslice_syntax::{
    Bound, ByRole, Entry, Lexeme, Lexemes, List, Mistake, Mistakes, Result, Role, Spec, Unfit,
    comma_in, in_numbers, integer, list_size, literal, refuse, sign,
};

use crate::calls::call;
use crate::code::{self, Code, push};
use crate::encoding::{number, option, unlocated, without_parentheses};
use crate::expand::in_item;
use crate::lists::{self, type_of};
use crate::proof::{Step, axes, steps};
use crate::root::Root;

/// The highest rank that is a type.
pub(crate) const MAX_RANK: usize = 12;

/// The type and the value of a spec with a signature, which is not checked if the spec has a
/// mistake.
pub(crate) fn shaped(
    root: &Root,
    brackets: [&Lexeme<'_>; 2],
    spec: &Spec<Bound>,
    mistakes: &mut Mistakes,
) -> (Code, Code) {
    let inner = brackets.map(Lexeme::inner);
    let mut checker = Checker {
        root,
        spec,
        mistakes,
        statements: Code::new(),
    };
    let input = checker.side("input", brackets[0], &inner[0]);
    let mut output = checker.side("stated", brackets[1], &inner[1]);
    if checker.mistakes.is_empty() {
        checker.check(&input, &mut output);
    }
    let ((input_type, input), (output_type, output)) = (input.code(root), output.code(root));
    let (path, statements) = (&root.path, checker.statements);
    let (value, ty) = (in_item(root, spec), type_of(root, spec));
    let ty = mixed!(#path::ShapedSpec<#ty, #input_type, #output_type>);
    let value = mixed! { {
        let __tslice_spec = #value;
        #statements
        #path::ShapedSpec::new(__tslice_spec, #input, #output)
    } };
    (ty, value)
}

/// One length of a signature.
enum Length {
    /// `_`
    Unknown,
    /// A number, at least 1.
    Number(usize),
    /// A constant or a variable of type `usize`, which rustc evaluates.
    Code(Code),
}

impl Length {
    /// The number, if one is known; `None` of code.
    fn literal(&self) -> Option<Option<usize>> {
        match self {
            Self::Unknown => Some(None),
            Self::Number(length) => Some(Some(*length)),
            Self::Code(_) => None,
        }
    }

    fn code(&self) -> Option<Code> {
        match self {
            Self::Unknown => None,
            Self::Number(length) => Some(number(*length).to_vec()),
            Self::Code(code) => Some(code.clone()),
        }
    }
}

/// The lengths on one side of a signature.
struct Side<'t> {
    bracket: &'t Lexeme<'t>,
    lengths: Vec<Length>,
    /// The lexemes of each.
    at: Vec<Lexemes<'t>>,
}

impl Side<'_> {
    /// The type of the list of lengths, and the list.
    fn code(&self, root: &Root) -> (Code, Code) {
        let (mut known, rank) = (Vec::new(), number(self.lengths.len()));
        for length in &self.lengths {
            known.push(length.code());
        }
        let are_known = known.iter().all(Option::is_some);
        let ty = match are_known {
            true => mixed!(#root::usize),
            false => mixed!(#root::Option<#root::usize>),
        };
        let mut lengths = Code::new();
        for length in known {
            let length = match length {
                Some(length) if are_known => length,
                length => option(root, &length),
            };
            push(&mut lengths, length);
        }
        (mixed!([#ty; #rank]), mixed!([#lengths]))
    }
}

/// What a step takes of its axis.
enum Taken {
    Known(Size),
    /// A [`Size`] that rustc evaluates, and whether it is exact for sure.
    Code(Code, bool),
}

impl Taken {
    /// The code of the size, and whether that is exact for sure.
    fn code(self, root: &Root) -> (Code, bool) {
        match self {
            Self::Known(Size { most, is_exact }) => {
                let most = unlocated(most);
                let word = code::name(if is_exact { "true" } else { "false" });
                let size = mixed!(#root::Size { most: #most, is_exact: #word });
                (size, is_exact)
            }
            Self::Code(code, is_exact) => (code, is_exact),
        }
    }

    /// What the lists of a group take together, or the only one of them.
    fn together(root: &Root, lists: Vec<Self>, at: Lexemes<'_>) -> Result<Self> {
        let sizes = lists.iter().map(|taken| match taken {
            Self::Known(size) => Some(*size),
            Self::Code(..) => None,
        });
        if let Some(sizes) = sizes.collect::<Option<Vec<_>>>() {
            return Ok(Self::Known(in_words(group(&sizes), at)?));
        }
        let (count, mut codes, mut are_exact) = (lists.len(), Code::new(), true);
        for taken in lists {
            let (code, is_exact) = taken.code(root);
            push(&mut codes, code);
            are_exact &= is_exact;
        }
        if count > 1 {
            codes = call(root, "sound", mixed!(#root::group(&[#codes])), at);
        }
        Ok(Self::Code(codes, are_exact))
    }
}

/// Checks a signature, and writes what is left for rustc.
struct Checker<'c> {
    root: &'c Root,
    spec: &'c Spec<Bound>,
    mistakes: &'c mut Mistakes,
    /// What rustc evaluates.
    statements: Code,
}

impl Checker<'_> {
    /// Reads the lengths in a bracket. A length that is mistaken is unknown.
    fn side<'t>(&mut self, side: &str, bracket: &'t Lexeme<'t>, inner: Lexemes<'t>) -> Side<'t> {
        let (mut lengths, mut at) = (Vec::new(), Vec::new());
        let chunks: Vec<_> = inner.between_commas().collect();
        for &(_, place) in chunks.iter().take(MAX_RANK) {
            let length = self.mistakes.keep(length(place));
            let mut length = length.unwrap_or(Length::Unknown);
            if let Length::Code(code) = &mut length {
                let constant = core::mem::replace(code, name(side, at.len()));
                let call = call(self.root, "length", constant, place);
                self.statements.extend(mixed!(let #code = #call;));
            }
            lengths.push(length);
            at.push(place);
        }
        if let (Some((_, first)), Some((_, last))) = (chunks.get(MAX_RANK), chunks.last()) {
            let words = format!(
                "a typed rank is at most {MAX_RANK}, this shape has {} lengths",
                chunks.len()
            );
            self.mistakes.push(Mistake::between(first, last, words));
        }
        Side {
            bracket,
            lengths,
            at,
        }
    }

    /// Checks a spec against both sides, and completes the lengths of the result.
    fn check(&mut self, input: &Side<'_>, output: &mut Side<'_>) {
        let entries = &self.spec.entries;
        let Some(whole) = self.mistakes.keep(whole_axes(entries, input, output)) else {
            return;
        };
        for step in steps(entries, whole) {
            let entry = step.entry.map(|entry| &entries[entry]);
            // The first list of a group stands for all of them.
            if matches!(entry, Some(Entry::Grouped)) {
                continue;
            }
            let taken = self.taken(&step, &input.lengths);
            match (self.mistakes.keep(taken), step.output) {
                (Some(taken), Some(axis)) => {
                    self.give(taken, axis, &mut output.lengths[axis], output.at[axis]);
                }
                (Some(Taken::Code(code, _)), None) => {
                    self.statements.extend(mixed!(let _ = #code;));
                }
                _ => {}
            }
        }
    }

    /// What a step takes.
    fn taken(&self, step: &Step, inputs: &[Length]) -> Result<Taken> {
        let Some(first) = step.input else {
            return Ok(Taken::Known(Size::whole(Some(1))));
        };
        let (root, spec) = (self.root, self.spec);
        // An axis that no entry names is whole, and an entry is a list of one item.
        let written = step.entry.filter(|&entry| !spec.spans[entry].is_empty());
        let one = written.map_or(Entry::WHOLE, |entry| spec.entries[entry].clone());
        let at = written.map(|entry| root.trees.lexemes_of(&spec.spans[entry]));
        let at = at.unwrap_or_default();
        let alone = [List::Literal(vec![one])];
        let listed = written.and_then(|entry| spec.listed(entry));
        let lists = listed.map_or(&alone[..], |listed| &listed.lists);
        let entry = written.filter(|_| listed.is_none());
        let mut taken = Vec::new();
        for (list, axis) in lists.iter().zip(first..) {
            taken.push(self.taken_by(list, entry, axis, &inputs[axis], &at)?);
        }
        Taken::together(root, taken, &at)
    }

    /// What a list takes of an axis. `entry` is the number of an entry that is alone in it.
    fn taken_by(
        &self,
        list: &List<Bound>,
        entry: Option<usize>,
        axis: usize,
        length: &Length,
        at: Lexemes<'_>,
    ) -> Result<Taken> {
        let (root, axis_number) = (self.root, number(axis));
        let numbers = match list {
            List::Literal(items) => items.iter().map(in_numbers).collect::<Option<Vec<_>>>(),
            List::Borrowed(_) => None,
        };
        match (numbers, length.literal()) {
            (Some(items), Some(length)) => {
                return Ok(Taken::Known(in_words(taken(&items, 0, axis, length), at)?));
            }
            (None, _) if entry.is_none() => return Ok(Taken::Known(list_size(list))),
            _ => {}
        }
        let items = match entry.map(number) {
            Some(entry) => mixed!([#root::entry(&__tslice_spec, #entry)]),
            None => lists::items(root, list, in_numbers).0,
        };
        let is_exact = !matches!(length, Length::Unknown);
        let length = option(root, &length.code());
        let taken = mixed!(#root::taken(&#items, 0, #axis_number, #length));
        Ok(Taken::Code(call(root, "sound", taken, at), is_exact))
    }

    /// Compares what is taken for an axis of the result with the length that is stated, and
    /// completes it.
    fn give(&mut self, taken: Taken, axis: usize, stated: &mut Length, at: Lexemes<'_>) {
        let root = self.root;
        if let (Taken::Known(size), Some(length)) = (&taken, stated.literal()) {
            let found = in_words(given(axis, *size, length), at);
            if let Some(Some(length)) = self.mistakes.keep(found) {
                *stated = Length::Number(length);
            }
            return;
        }
        let (taken, is_exact) = taken.code(root);
        let (found, number, length) = (name("output", axis), number(axis), stated.code());
        let length = option(root, &length);
        let given = mixed!(#root::given(#number, __tslice_given_0, #length));
        let call = call(root, "sound", given, at);
        self.statements.extend(mixed! {
            let __tslice_given_0 = #taken;
            let #found = #call;
        });
        if is_exact || !matches!(stated, Length::Unknown) {
            *stated = Length::Code(mixed!(#root::known(#found)));
        }
    }
}

fn name(kind: &str, axis: usize) -> Code {
    code::name(&format!("__tslice_{kind}_{axis}"))
}

/// What is found, or a mistake at some lexemes.
fn in_words<V>(found: Sound<V>, at: Lexemes<'_>) -> Result<V> {
    found.map_err(|message| Mistake::new(at, message.to_string()))
}

/// A length, or the comma where one is missing.
fn length(at: Lexemes<'_>) -> Result<Length> {
    use Role::{Arrow, Colon, Comma, Dots, Semicolon};
    let is_word = |word: &Lexeme<'_>| word.is_new_axis() || word.is_one_of(&["true", "false"]);
    let is_wrong = match at {
        [only] if only.is_word("_") => return Ok(Length::Unknown),
        [only] if is_word(only) || sign(only).is_some() => true,
        at => literal(at).is_some() || at.has_any(&[Arrow, Colon, Comma, Dots, Semicolon]),
    };
    match integer(at) {
        Some(Ok(length @ 1..)) => {
            return Ok(Length::Number(
                usize::try_from(length).unwrap_or(usize::MAX),
            ));
        }
        // rustc reports it.
        Some(Err(Unfit::I64)) => {}
        _ if is_wrong => {
            let words = "a length is a positive integer, a constant of type `usize`, or `_` if it \
                is not known";
            return refuse(at, words);
        }
        _ => comma_in(at)?,
    }
    Ok(Length::Code(without_parentheses(at)))
}

/// The number of axes that no entry names.
fn whole_axes<B>(entries: &[Entry<B>], input: &Side<'_>, output: &Side<'_>) -> Result<usize> {
    let (taken, given) = axes(entries);
    let rank = input.lengths.len();
    let Some(whole) = rank.checked_sub(taken) else {
        let axes = if taken == 1 { "axis" } else { "axes" };
        let words = format!("this spec takes {taken} {axes}, the tensor has rank {rank}");
        return refuse(from_ref(input.bracket), words);
    };
    let (rank, lengths) = (whole + given, output.lengths.len());
    if rank != lengths {
        let words = format!("the result has rank {rank}, this shape has rank {lengths}");
        return refuse(from_ref(output.bracket), words);
    }
    Ok(whole)
}
