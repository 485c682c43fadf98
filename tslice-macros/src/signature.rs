//! The signature of a named spec: literal lengths are checked here, constants by rustc at the
//! tokens where they are wrong.

use tslice_syntax::{Bound, Lexeme, Lexemes, List, Mistakes, Spec, in_numbers, list_size};

use crate::calls::call;
use crate::code::{self, Code, push};
use crate::encoding::{number, option, unlocated, without_parentheses};
use crate::expand::in_item;
use crate::grammar::signature::{Length, Side, check};
use crate::lists::{self, type_of};
use crate::proof::Step;
use crate::root::Root;

/// The type and the value of a spec with a signature, which is not checked if the spec has a
/// mistake.
pub(crate) fn shaped(
    root: &Root,
    brackets: [&Lexeme<'_>; 2],
    spec: &Spec<Bound>,
    mistakes: &mut Mistakes,
) -> (Code, Code) {
    let inner = (brackets[0].inner(), brackets[1].inner());
    let input = Side::read(brackets[0], &inner.0, mistakes);
    let mut output = Side::read(brackets[1], &inner.1, mistakes);
    let mut steps = Vec::new();
    if mistakes.is_empty() {
        steps = check(root, spec, &input, &mut output, mistakes);
    }
    if !mistakes.is_empty() {
        steps.clear();
    }
    let mut writer = Writer {
        root,
        spec,
        statements: Code::new(),
    };
    let inputs = writer.stated("input", &input);
    let mut outputs = writer.stated("stated", &output);
    for step in &steps {
        writer.check(step, &inputs, &output, &mut outputs);
    }
    let ((input_type, input), (output_type, output)) =
        (writer.list(&inputs), writer.list(&outputs));
    let (path, statements) = (&root.path, writer.statements);
    let (value, ty) = (in_item(root, spec), type_of(root, spec));
    let ty = mixed!(#path::ShapedSpec<#ty, #input_type, #output_type>);
    let value = mixed! { {
        let __tslice_spec = #value;
        #statements
        #path::ShapedSpec::new(__tslice_spec, #input, #output)
    } };
    (ty, value)
}

/// Writes a signature.
struct Writer<'w> {
    root: &'w Root,
    spec: &'w Spec<Bound>,
    /// What the compiler evaluates and checks.
    statements: Code,
}

/// A length of type `usize`, or none that is known.
type Known = Option<Code>;

impl Writer<'_> {
    /// The lengths of one side, those that are constants by variables.
    fn stated(&mut self, side: &str, lengths: &Side<'_>) -> Vec<Known> {
        let mut known = Vec::new();
        for (axis, length) in lengths.lengths.iter().enumerate() {
            known.push(match length {
                Length::Unknown => None,
                Length::Literal(length) => Some(number(*length).to_vec()),
                Length::Constant => {
                    let lexemes = lengths.at[axis];
                    let (name, length) = (name(side, axis), without_parentheses(lexemes));
                    let call = call(self.root, "length", length, lexemes);
                    self.statements.extend(mixed!(let #name = #call;));
                    Some(name)
                }
            });
        }
        known
    }

    /// Checks a step, and finds the length of its axis of the result, if it gives one.
    fn check(&mut self, step: &Step, inputs: &[Known], output: &Side<'_>, outputs: &mut [Known]) {
        let root = self.root;
        let (taken, is_known) = self.taken(step, inputs);
        let Some(axis) = step.output else {
            self.statements.extend(mixed!(let _ = #taken;));
            return;
        };
        let (found, number) = (name("output", axis), number(axis));
        let stated = option(root, &outputs[axis]);
        let given = mixed!(#root::given(#number, __tslice_given_0, #stated));
        let call = call(root, "sound", given, output.at[axis]);
        if outputs[axis].is_some() || is_known {
            outputs[axis] = Some(mixed!(#root::known(#found)));
        }
        self.statements.extend(mixed! {
            let __tslice_given_0 = #taken;
            let #found = #call;
        });
    }

    /// The number of positions that a step takes, and whether the compiler finds it.
    fn taken(&self, step: &Step, inputs: &[Known]) -> (Code, bool) {
        let new_axis = Some(unlocated(1));
        let input = step.input.map_or(&new_axis, |axis| &inputs[axis]);
        let at = match step.entry {
            Some(entry) => self.root.trees.lexemes_of(&self.spec.spans[entry]),
            None => Vec::new(),
        };
        let (Some(entry), Some(axis), false) = (step.entry, step.input, at.is_empty()) else {
            return (self.whole(input), input.is_some());
        };
        if let Some(listed) = self.spec.listed(entry) {
            return self.taken_by_lists(&listed.lists, &at, axis, inputs);
        }
        let (root, entry) = (self.root, number(entry));
        let items = mixed!([#root::entry(&__tslice_spec, #entry)]);
        (self.taken_by(&items, axis, inputs, &at), input.is_some())
    }

    /// Works like [`taken`](Self::taken), for a list or a group of lists from an axis on.
    fn taken_by_lists(
        &self,
        lists: &[List<Bound>],
        at: Lexemes<'_>,
        first: usize,
        inputs: &[Known],
    ) -> (Code, bool) {
        let (root, mut is_known, mut taken) = (self.root, true, Code::new());
        for (list, axis) in lists.iter().zip(first..) {
            let length = list_size(list).exact();
            let length = length.map(|length| number(length).to_vec());
            let (items, are_all) = lists::items(root, list, in_numbers);
            is_known &= length.is_some() || inputs[axis].is_some() && are_all;
            let one = if are_all {
                self.taken_by(&items, axis, inputs, at)
            } else {
                self.whole(&length)
            };
            push(&mut taken, one);
        }
        if lists.len() > 1 {
            taken = call(root, "sound", mixed!(#root::group(&[#taken])), at);
        }
        (taken, is_known)
    }

    /// What some items take of an axis.
    fn taken_by(&self, items: &Code, axis: usize, inputs: &[Known], at: Lexemes<'_>) -> Code {
        let (root, length, axis) = (self.root, option(self.root, &inputs[axis]), number(axis));
        let taken = mixed!(#root::taken(&#items, 0, #axis, #length));
        call(root, "sound", taken, at)
    }

    /// What is taken of an axis as a whole.
    fn whole(&self, length: &Known) -> Code {
        let (root, length) = (self.root, option(self.root, length));
        mixed!(#root::Size::whole(#length))
    }

    /// The type of a list of lengths, and the list.
    fn list(&self, known: &[Known]) -> (Code, Code) {
        let (root, rank) = (self.root, number(known.len()));
        let are_known = known.iter().all(Option::is_some);
        let ty = match are_known {
            true => mixed!(#root::usize),
            false => mixed!(#root::Option<#root::usize>),
        };
        let mut lengths = Code::new();
        for length in known {
            let length = match length {
                Some(length) if are_known => length.clone(),
                length => option(root, length),
            };
            push(&mut lengths, length);
        }
        (mixed!([#ty; #rank]), mixed!([#lengths]))
    }
}

fn name(kind: &str, axis: usize) -> Code {
    code::name(&format!("__tslice_{kind}_{axis}"))
}
