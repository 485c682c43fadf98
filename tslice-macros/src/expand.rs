//! The macros that expand to a spec, its type, or a diagonal.

use rust::TokenStream;
use tslice_syntax::{Bound, Dialect, Lexeme, Lexemes, Mistake, Mistakes, Role, Spec};

use crate::code::{Code, name, push};
use crate::encoding::{encoding, value};
use crate::errors;
use crate::lists::{self, with_bounds};
use crate::root::Root;

/// `s![..]`.
pub(crate) fn s(input: TokenStream) -> TokenStream {
    of_spec(
        input,
        "s",
        Dialect::Expressions,
        |root, mut spec, mistakes| {
            if mistakes.is_empty() {
                return expression(root, &spec);
            }
            if let Some(mistake) = of_type(&root.trees.lexemes()) {
                return errors::error(root, &mistake);
            }
            // Editors look for a half-typed expression in the same place of the expansion of what
            // is finished.
            spec.lists.clear();
            let errors = errors::as_expression(root, mistakes, &encoding(root, &spec.entries));
            with_bounds(root, &spec, errors, None)
        },
    )
}

/// What a macro makes of its input, which is one spec.
pub(crate) fn of_spec(
    input: TokenStream,
    name: &str,
    dialect: Dialect,
    expand: fn(&Root, Spec<Bound>, &Mistakes) -> Code,
) -> TokenStream {
    let root = Root::from(input);
    let (lexemes, mut mistakes) = (root.trees.lexemes(), Mistakes::default());
    let code = match root.spec(&lexemes, name, &lexemes, dialect, &mut mistakes) {
        Ok(spec) => expand(&root, spec, &mistakes),
        Err(question) => question,
    };
    code.into_iter().collect()
}

/// `s![_:_]` for `SpecType![_:_]`. It may stand where rustc expects a type, and no block.
fn of_type(lexemes: Lexemes<'_>) -> Option<Mistake> {
    let is_part = |lexeme: &Lexeme<'_>| {
        lexeme.is_word("_") || matches!(lexeme.role, Role::Comma | Role::Colon | Role::Dots)
    };
    let has_range = lexemes
        .windows(2)
        .any(|pair| pair[0].is_word("_") && pair[1].role == Role::Colon);
    let words =
        "a bound is not `_`: the type of a spec is `SpecType![..]`, with `_` for each bound";
    (has_range && lexemes.iter().all(is_part)).then(|| Mistake::new(lexemes, words))
}

/// `SpecType![..]`.
pub(crate) fn spec_type(input: TokenStream) -> TokenStream {
    of_spec(
        input,
        "spec_type",
        Dialect::Places,
        |root, spec, mistakes| {
            if !mistakes.is_empty() {
                return errors::as_type(root, mistakes);
            }
            // In an expression, `Spec<..>` would be a comparison that does not end: rustc would
            // report a macro of this crate.
            let (path, parameters) = (&root.path, lists::parameters(root, &spec));
            mixed!(#path::Spec::<#parameters>)
        },
    )
}

/// `diag![..]`.
pub(crate) fn diag(input: TokenStream) -> TokenStream {
    let root = Root::from(input);
    let (lexemes, mut mistakes) = (root.trees.lexemes(), Mistakes::default());
    let Some(bounds) = tslice_syntax::band(&lexemes, &mut mistakes) else {
        let errors = errors::as_expression(&root, &mistakes, &[]);
        return errors.into_iter().collect();
    };
    let function = name(match bounds[..] {
        [_] => "single",
        _ => "band",
    });
    let mut values = Code::new();
    for bound in &bounds {
        push(&mut values, value(&root, bound));
    }
    let mut band = mixed!(#root::#function(#values));
    if !mistakes.is_empty() {
        band = errors::beside(&root, &mistakes, &band);
    }
    band.into_iter().collect()
}

/// The value of a spec in an item. It is a constant already, unless it holds what no constant can:
/// rustc says so at the user's words.
pub(crate) fn in_item(root: &Root, spec: &Spec<Bound>) -> Code {
    let encoding = encoding(root, &spec.entries);
    with_bounds(root, spec, encoding, Some(Code::new()))
}

/// A spec that is known to the compiler is a constant: a call of a method passes its address,
/// whatever its length.
pub(crate) fn expression(root: &Root, spec: &Spec<Bound>) -> Code {
    let encoding = encoding(root, &spec.entries);
    with_bounds(root, spec, encoding, Some(mixed!(const)))
}
