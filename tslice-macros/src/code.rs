//! Code that the macros write: templates around the user's tokens.

use rust::{Delimiter, Group, Ident, Literal, Punct, Spacing, Span, TokenTree};

/// Tokens side by side.
pub(crate) type Code = Vec<TokenTree>;

/// The code of a template, in which `#name` stands for the code of a variable. Its other names are
/// this crate's, not those of the macro's caller.
macro_rules! mixed {
    ($($template:tt)*) => {
        located!(rust::Span::mixed_site(), $($template)*)
    };
}

/// Works like `mixed!`, with a span for all tokens of the template.
macro_rules! located {
    ($span:expr, $($template:tt)*) => {
        $crate::code::filled(stringify!($($template)*), $span, variables!([] $($template)*))
    };
}

/// The variables of a template, in the order in which they stand there.
macro_rules! variables {
    ([$($name:ident)*]) => {
        &[$($name.as_ref()),*]
    };
    ([$($name:ident)*] # $next:ident $($rest:tt)*) => {
        variables!([$($name)* $next] $($rest)*)
    };
    ($names:tt ($($inner:tt)*) $($rest:tt)*) => {
        variables!($names $($inner)* $($rest)*)
    };
    ($names:tt [$($inner:tt)*] $($rest:tt)*) => {
        variables!($names $($inner)* $($rest)*)
    };
    ($names:tt { $($inner:tt)* } $($rest:tt)*) => {
        variables!($names $($inner)* $($rest)*)
    };
    ($names:tt $other:tt $($rest:tt)*) => {
        variables!($names $($rest)*)
    };
}

/// The code of a template.
pub(crate) fn filled(text: &str, span: Span, variables: &[&[TokenTree]]) -> Code {
    let mut template = Template {
        text,
        span,
        variables: variables.iter(),
    };
    template.code()
}

/// What is left of a template.
struct Template<'t> {
    text: &'t str,
    span: Span,
    variables: core::slice::Iter<'t, &'t [TokenTree]>,
}

impl<'t> Template<'t> {
    /// Tokens up to a bracket that closes, or to the end.
    fn code(&mut self) -> Code {
        let mut code = Code::new();
        while let Some(first) = self.text.as_bytes().first() {
            let word = self.word();
            code.push(match first {
                b')' | b']' | b'}' => break,
                b' ' | b'\n' => continue,
                b'(' => group(Delimiter::Parenthesis, self.code(), self.span),
                b'[' => group(Delimiter::Bracket, self.code(), self.span),
                b'{' => group(Delimiter::Brace, self.code(), self.span),
                b'#' if !self.text.trim_start().starts_with('[') => {
                    self.text = self.text.trim_start();
                    self.word();
                    let variable = self.variables.next();
                    code.extend_from_slice(variable.expect("each `#name` is a variable"));
                    continue;
                }
                b'0'..=b'9' => number(word),
                _ if is_in_word(first) => Ident::new(word, self.span).into(),
                sign => {
                    let is_joint = *sign == b'\'' || self.text.starts_with(['=', '>', ':', '.']);
                    let spacing = match is_joint {
                        true => Spacing::Joint,
                        false => Spacing::Alone,
                    };
                    let mut sign = Punct::new(char::from(*sign), spacing);
                    sign.set_span(self.span);
                    sign.into()
                }
            });
        }
        code
    }

    /// Takes the word that is next, or one other sign.
    fn word(&mut self) -> &'t str {
        let (bytes, mut length) = (self.text.as_bytes(), 0);
        while bytes.get(length).is_some_and(is_in_word) {
            length += 1;
        }
        let (word, rest) = self.text.split_at(length.max(1));
        self.text = rest;
        word
    }
}

fn is_in_word(byte: &u8) -> bool {
    *byte == b'_' || byte.is_ascii_alphanumeric()
}

/// A number as it is written.
pub(crate) fn number(digits: &str) -> TokenTree {
    let mut number: Literal = digits.parse().expect("digits are a literal");
    number.set_span(Span::mixed_site());
    number.into()
}

/// Code in brackets.
pub(crate) fn group(delimiter: Delimiter, code: Code, span: Span) -> TokenTree {
    let mut group = Group::new(delimiter, code.into_iter().collect());
    group.set_span(span);
    group.into()
}

/// A name of this crate.
pub(crate) fn name(name: &str) -> Code {
    vec![Ident::new(name, Span::mixed_site()).into()]
}

/// Adds one to a list, behind a comma if it is not the first.
pub(crate) fn push(list: &mut Code, one: Code) {
    if !list.is_empty() {
        list.extend(mixed!(,));
    }
    list.extend(one);
}
