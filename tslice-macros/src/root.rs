//! What a macro is given: `root; input`, where the root is the path of the runtime crate.
//!
//! The axes of `Video: time = ::2` have names that the macro knows which `axes!` declares beside the
//! type `Video`. A macro of this crate calls it, and is called back with the names in front of its
//! input: `root (Video) [time y x channel]; input`.

use proc_macro2::{Ident, Span, TokenStream, TokenTree};
use quote::{ToTokens, format_ident};
use tslice_syntax::{Bound, Dialect, Lexeme, Mistakes, Spec, axes_by_names, spec, spec_by_names};

use crate::tokens::{Trees, split_root, stream};

/// What a macro is given. In quoted code it is the path of the runtime crate.
pub(crate) struct Root {
    path: TokenStream,
    /// The names of axis types as far as they are known: groups of a path and its names.
    groups: TokenStream,
    types: Vec<(String, Vec<Ident>)>,
    /// What the user wrote.
    pub(crate) trees: Trees,
}

impl ToTokens for Root {
    fn to_tokens(&self, tokens: &mut TokenStream) {
        self.path.to_tokens(tokens);
    }
}

impl From<TokenStream> for Root {
    fn from(input: TokenStream) -> Self {
        let (front, tokens) = split_root(input);
        let is_group = |tree: &TokenTree| matches!(tree, TokenTree::Group(_));
        let (groups, root): (Vec<_>, Vec<_>) = front.into_iter().partition(is_group);
        let types = groups.chunks_exact(2).map(|pair| {
            let [path, names] = [0, 1].map(|part| inner(&pair[part]));
            let names = names.into_iter().filter_map(|name| match name {
                TokenTree::Ident(name) => Some(name),
                _ => None,
            });
            (text(path), names.collect())
        });
        Self {
            path: root.into_iter().collect(),
            types: types.collect(),
            groups: groups.into_iter().collect(),
            trees: tokens.into(),
        }
    }
}

impl Root {
    /// The names of the axis type of a path.
    pub(crate) fn names(&self, path: &[Lexeme<'_>]) -> Option<&[Ident]> {
        let path = text(stream(path));
        let found = self.types.iter().find(|(known, _)| *known == path);
        found.map(|(_, names)| &names[..])
    }

    /// Reads a spec, by names that are known if it has any.
    pub(crate) fn spec(
        &self,
        lexemes: &[Lexeme<'_>],
        dialect: Dialect,
        mistakes: &mut Mistakes,
    ) -> Spec<Bound> {
        match axes_by_names(lexemes) {
            Some((path, entries)) => {
                let names = self.names(path).unwrap_or_default().iter();
                let names: Vec<String> = names.map(Ident::to_string).collect();
                spec_by_names(entries, &names, dialect, mistakes)
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
        let groups = &self.groups;
        let (path, input) = (stream(path), stream(input));
        let of = format_ident!("{of}", span = Span::mixed_site());
        mixed! {
            #path! { [#self::__private::#of] [#self #groups (#path)]; #input }
        }
    }
}

fn inner(tree: &TokenTree) -> TokenStream {
    match tree {
        TokenTree::Group(group) => group.stream(),
        _ => TokenStream::new(),
    }
}

/// The text of a path, whatever the spaces in it.
fn text(path: TokenStream) -> String {
    path.into_iter().map(|tree| tree.to_string()).collect()
}
