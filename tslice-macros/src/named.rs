//! Axes by name, `Video: time = ::2`: the macro that `axes!` declares beside the type `Video` knows
//! the names. A macro of this crate calls it, and is called back with the names in front of its
//! input: `root (Video) [time y x channel]; input`.

use proc_macro2::{Group, Punct, Spacing, Span, TokenStream, TokenTree};
use quote::{ToTokens, format_ident};
use tslice_syntax::{
    Bound, Delimiter, Dialect, Lexeme, Mistakes, Role, Spec, axes_by_names, lex, spec,
    spec_by_names,
};

use crate::tokens::{split_root, stream, tree};

/// The path of the runtime crate, and the names of axis types as far as they are known.
pub(crate) struct Named {
    pub(crate) root: TokenStream,
    /// What the input began with: groups of a path and its names.
    groups: TokenStream,
    types: Vec<(String, Vec<String>)>,
}

impl Named {
    /// The front of the input of a macro, and what the user wrote.
    pub(crate) fn split(input: TokenStream) -> (Self, TokenStream) {
        let (front, tokens) = split_root(input);
        let is_group = |tree: &TokenTree| matches!(tree, TokenTree::Group(_));
        let (groups, root): (Vec<_>, Vec<_>) = front.into_iter().partition(is_group);
        let words = |group: &TokenTree| match group {
            TokenTree::Group(group) => words(group.stream()),
            _ => Vec::new(),
        };
        let types = groups
            .chunks_exact(2)
            .map(|pair| (words(&pair[0]).concat(), words(&pair[1])));
        let named = Self {
            root: root.into_iter().collect(),
            types: types.collect(),
            groups: groups.into_iter().collect(),
        };
        (named, tokens)
    }

    /// The names of the axis type of a path.
    pub(crate) fn names(&self, path: &[Lexeme<'_>]) -> Option<&[String]> {
        let path = words(stream(path)).concat();
        let found = self.types.iter().find(|(known, _)| *known == path);
        found.map(|(_, names)| &names[..])
    }

    /// Reads a spec, by names that are known if it has any.
    pub(crate) fn spec<'l, 't>(
        &self,
        lexemes: &'l [Lexeme<'t>],
        dialect: Dialect,
        mistakes: &mut Mistakes<'t>,
    ) -> Spec<Bound<'l, 't>> {
        match axes_by_names(lexemes) {
            Some((path, entries)) => {
                let names = self.names(path).unwrap_or_default();
                spec_by_names(entries, names, dialect, mistakes)
            }
            None => spec(lexemes, dialect, mistakes),
        }
    }

    /// The call for the names of a spec if they are not known yet: it expands to a call of the
    /// macro `of` with all of its input.
    pub(crate) fn question(
        &self,
        lexemes: &[Lexeme<'_>],
        of: &str,
        input: &[Lexeme<'_>],
    ) -> Option<TokenStream> {
        let (path, _) = axes_by_names(lexemes)?;
        self.names(path)
            .is_none()
            .then(|| self.call(path, of, input))
    }

    /// A call of the macro of an axis type.
    pub(crate) fn call(&self, path: &[Lexeme<'_>], of: &str, input: &[Lexeme<'_>]) -> TokenStream {
        let Self { root, groups, .. } = self;
        let (path, input) = (stream(path), spaced(input));
        let of = format_ident!("{of}", span = Span::mixed_site());
        mixed! {
            #path! { [#root::__private::#of] [#root #groups (#path)]; #input }
        }
    }
}

/// The names of an axis type as its macro hands them on.
pub(crate) fn answer(names: &[impl ToTokens]) -> TokenStream {
    mixed! {
        ([$($of:tt)*] [$($front:tt)*]; $($input:tt)*) => {
            $($of)*! { $($front)* [#(#names)*]; $($input)* }
        };
    }
}

fn words(tokens: TokenStream) -> Vec<String> {
    let word = |tree: TokenTree| tree.to_string().trim_start_matches("r#").to_string();
    tokens.into_iter().map(word).collect()
}

/// The tokens of an input that a macro reads once more. A `::` that separates bounds, in brackets
/// too, is two colons: what decided on it may have been a fragment, of which nothing is left then.
fn spaced(lexemes: &[Lexeme<'_>]) -> TokenStream {
    let mut is_attribute = false;
    let token = |lexeme: &Lexeme<'_>| {
        let own = tree(&lexeme.token).clone();
        let is_spec = !core::mem::replace(&mut is_attribute, lexeme.is('#'));
        match own {
            TokenTree::Punct(own) if lexeme.role == Role::Colon => {
                let mut colon = Punct::new(':', Spacing::Alone);
                colon.set_span(own.span());
                colon.into()
            }
            TokenTree::Group(group) if is_spec && lexeme.is_group(Delimiter::Bracket) => {
                let inner = spaced(&lex(lexeme.token.inner()));
                let mut bracket = Group::new(group.delimiter(), inner);
                bracket.set_span(group.span());
                bracket.into()
            }
            own => own,
        }
    };
    lexemes.iter().map(token).collect()
}
