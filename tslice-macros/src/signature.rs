//! The signature of a named spec: literal lengths are checked here, constants by rustc at the
//! tokens where they are wrong.

use proc_macro2::{Ident, Span, TokenStream};
use quote::{format_ident, quote};
use tslice_syntax::{Bound, Delimiter, Lexeme, Listed, Mistakes, Role, Spec, list_length};

use crate::calls::{around, call, ends};
use crate::encoding::{int, number, without_parentheses};
use crate::expand::in_item;
use crate::grammar::signature::{Length, Side, Step, check, list_at};
use crate::lists::{literal_items, type_of};
use crate::root::Root;

/// The brackets of `: [480, 640] => [240, 320]`.
pub(crate) fn brackets<'t>(written: &'t [Lexeme<'t>]) -> Option<[&'t Lexeme<'t>; 2]> {
    let is_bracket = |lexeme: &Lexeme<'_>| lexeme.is_group(Delimiter::Bracket);
    match written {
        [colon, input, arrow, _, output]
            if colon.is(':')
                && is_bracket(input)
                && arrow.role == Role::Arrow
                && is_bracket(output) =>
        {
            Some([input, output])
        }
        _ => None,
    }
}

/// The type and the value of a spec with a signature, which is not checked if the spec has a
/// mistake.
pub(crate) fn shaped(
    root: &Root,
    brackets: [&Lexeme<'_>; 2],
    spec: &Spec<Bound>,
    is_read: bool,
    mistakes: &mut Mistakes,
) -> (TokenStream, TokenStream) {
    let before = mistakes.len();
    let inner = brackets.map(|bracket| bracket.inner());
    let [input, output] = [0, 1].map(|side| Side::read(brackets[side], &inner[side], mistakes));
    let mut steps = Vec::new();
    if is_read && mistakes.len() == before {
        steps = check(root, spec, [&input, &output], mistakes);
    }
    if mistakes.len() > before {
        steps.clear();
    }
    Writer {
        root,
        spec,
        input: &input,
        output: &output,
        steps,
    }
    .write()
}

/// Writes a signature. After a mistake, it writes no steps.
struct Writer<'w> {
    root: &'w Root,
    spec: &'w Spec<Bound>,
    input: &'w Side<'w>,
    output: &'w Side<'w>,
    steps: Vec<Step>,
}

/// A length of type `usize`, or none that is known.
type Known = Option<TokenStream>;

impl Writer<'_> {
    /// The type and the value.
    fn write(&self) -> (TokenStream, TokenStream) {
        let root = self.root;
        let (inputs, evaluated) = self.stated("input", self.input);
        let (stated, evaluated_too) = self.stated("stated", self.output);
        let mut outputs = stated.clone();
        let checks: TokenStream = self
            .steps
            .iter()
            .map(|step| self.check(step, &inputs, &mut outputs))
            .collect();
        let [(input_type, input), (output_type, output)] =
            [inputs, outputs].map(|list| self.list(&list));
        let (spec, value, spec_type) = (
            spec_name(),
            in_item(root, self.spec),
            type_of(root, self.spec),
        );
        let ty = mixed!(#root::ShapedSpec<#spec_type, #input_type, #output_type>);
        let value = mixed! { {
            let #spec = #value;
            #evaluated
            #evaluated_too
            #checks
            #root::ShapedSpec::new(#spec, #input, #output)
        } };
        (ty, value)
    }

    /// The lengths of one side, and the statements that evaluate those that are constants.
    fn stated(&self, side: &str, lengths: &Side<'_>) -> (Vec<Known>, TokenStream) {
        let mut statements = TokenStream::new();
        let mut known = |(axis, length): (usize, &Length<'_>)| match length {
            Length::Unknown => None,
            Length::Literal(length) => Some(literal(*length)),
            Length::Constant(lexemes) => {
                let name = name(side, axis);
                let call = call(
                    self.root,
                    "length",
                    &without_parentheses(lexemes),
                    around(lexemes),
                );
                statements.extend(mixed!(let #name = #call;));
                Some(quote!(#name))
            }
        };
        (
            lengths.lengths.iter().enumerate().map(&mut known).collect(),
            statements,
        )
    }

    /// Finds the length of an axis of the result, by a check of the compiler's if the macro cannot
    /// tell it.
    fn check(&self, step: &Step, inputs: &[Known], outputs: &mut [Known]) -> TokenStream {
        if step.checked {
            if let (Some(axis), Some(length)) = (step.output, step.length) {
                outputs[axis] = Some(literal(length));
            }
            return TokenStream::new();
        }
        if let Some((listed, 0)) = step.entry.and_then(|entry| list_at(self.spec, entry)) {
            return self.check_lists(step, listed, inputs, outputs);
        }
        let input = step
            .input
            .map_or(Some(literal(1)), |axis| inputs[axis].clone());
        let taken = self.taken(step, &input);
        let Some(axis) = step.output else {
            return mixed!(let _ = #taken;);
        };
        let known = input.is_some();
        self.given(axis, &taken, known, outputs)
    }

    /// Works like [`check`](Self::check), for a list or a group of lists, which gives an axis.
    fn check_lists(
        &self,
        step: &Step,
        listed: &Listed<Bound>,
        inputs: &[Known],
        outputs: &mut [Known],
    ) -> TokenStream {
        let (root, first) = (self.root, step.input.unwrap_or_default());
        let at = root.trees.lexemes_of(&self.spec.spans[listed.entry]);
        let mut is_known = true;
        let lists = listed.lists.iter().enumerate().map(|(of_group, list)| {
            let input = &inputs[first + of_group];
            let (length, items) = (list_length(list).map(literal), literal_items(root, list));
            is_known &= length.is_some() || input.is_some() && items.is_some();
            let Some(items) = items else {
                let length = self.option(&length);
                return mixed!(#root::__private::Taken::whole(#length));
            };
            let (axis, length) = (number(first + of_group), self.option(input));
            let arguments = mixed!(&#items, #axis, #length);
            call(root, "listed", &arguments, ends(&at))
        });
        let lists: Vec<TokenStream> = lists.collect();
        let taken = match &lists[..] {
            [only] => only.clone(),
            _ => call(root, "group", &mixed!(&[#(#lists),*]), ends(&at)),
        };
        self.given(step.output.unwrap_or_default(), &taken, is_known, outputs)
    }

    /// Finds the length of an axis of the result, of which `taken` positions are taken.
    fn given(
        &self,
        axis: usize,
        taken: &TokenStream,
        known: bool,
        outputs: &mut [Known],
    ) -> TokenStream {
        let (root, given) = (self.root, name("given", 0));
        let (number, stated) = (number(axis), self.option(&outputs[axis]));
        let arguments = mixed!(#number, #given, #stated);
        let call = call(root, "given", &arguments, around(self.output.at(axis)));
        let found = name("output", axis);
        if outputs[axis].is_some() || known {
            outputs[axis] = Some(mixed!(#root::__private::known(#found)));
        }
        mixed! {
            let #given = #taken;
            let #found = #call;
        }
    }

    /// What an entry takes of an axis.
    fn taken(&self, step: &Step, input: &Known) -> TokenStream {
        let length = self.option(input);
        let root = self.root;
        let (Some(entry), Some(axis)) = (step.entry, step.input) else {
            return mixed!(#root::__private::Taken::whole(#length));
        };
        let at = root.trees.lexemes_of(&self.spec.spans[entry]);
        if at.is_empty() {
            return mixed!(#root::__private::Taken::whole(#length));
        }
        let spec = spec_name();
        let place = ends(&at);
        let (entry, axis) = (number(entry), number(axis));
        let arguments = mixed!(&#spec, #entry, #axis, #length);
        call(root, "taken", &arguments, place)
    }

    fn option(&self, known: &Known) -> TokenStream {
        let root = self.root;
        match known {
            Some(length) => {
                mixed!(#root::__private::Option::Some(#length))
            }
            None => mixed!(#root::__private::Option::None),
        }
    }

    /// The type of a list of lengths, and the list.
    fn list(&self, lengths: &[Known]) -> (TokenStream, TokenStream) {
        let (root, rank) = (self.root, number(lengths.len()));
        let ty = mixed!(#root::__private::usize);
        if lengths.iter().all(Option::is_some) {
            return (quote!([#ty; #rank]), quote!([#(#lengths),*]));
        }
        let lengths = lengths.iter().map(|length| self.option(length));
        (
            mixed!([#root::__private::Option<#ty>; #rank]),
            quote!([#(#lengths),*]),
        )
    }
}

fn name(kind: &str, axis: usize) -> Ident {
    format_ident!("__tslice_{kind}_{axis}", span = Span::mixed_site())
}

fn spec_name() -> Ident {
    format_ident!("__tslice_spec", span = Span::mixed_site())
}

/// A length, which is positive.
fn literal(length: i64) -> TokenStream {
    int(length, Span::mixed_site())
}
