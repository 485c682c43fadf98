//! What a macro is given: `root; input`, where the root is the path of the runtime crate.
//!
//! The axes of `Video: time = ::2` have names that the macro knows which `axes!` declares beside
//! the type `Video`. A macro of this crate calls it, and is called back with the names in front of
//! its input: `root (Video) [time y x channel]; input`.

use proc_macro2::{Group, Ident, Span, TokenStream, TokenTree};
use quote::{ToTokens, format_ident};
use tslice_syntax::{Axes, Bound, Dialect, Lexemes, Mistakes, Spec, axes_by_names, spec};

use crate::tokens::{Trees, stream};

/// What a macro is given. In quoted code it is the module of the runtime crate that macros use.
pub(crate) struct Root {
    /// The path of the runtime crate.
    pub(crate) path: TokenStream,
    /// The names of axis types as far as they are known: a group of a path, and one of its names.
    types: Vec<Group>,
    /// What the user wrote.
    pub(crate) trees: Trees,
}

impl ToTokens for Root {
    fn to_tokens(&self, tokens: &mut TokenStream) {
        let path = &self.path;
        tokens.extend(mixed!(#path::__private));
    }
}

impl From<TokenStream> for Root {
    fn from(input: TokenStream) -> Self {
        let mut tokens = input.into_iter();
        let (mut path, mut types) = (TokenStream::new(), Vec::new());
        for tree in tokens.by_ref() {
            match tree {
                TokenTree::Punct(sign) if sign.as_char() == ';' => break,
                TokenTree::Group(group) => types.push(group),
                tree => tree.to_tokens(&mut path),
            }
        }
        Self {
            path,
            types,
            trees: tokens.collect::<TokenStream>().into(),
        }
    }
}

impl Root {
    /// The names of the axis type of a path.
    pub(crate) fn names(&self, path: Lexemes<'_>) -> Option<Vec<Ident>> {
        // Whatever the spaces in it.
        let text = |path: TokenStream| path.to_string().replace(char::is_whitespace, "");
        let path = text(stream(path));
        let mut types = self.types.chunks_exact(2);
        let known = types.find(|known| text(known[0].stream()) == path)?;
        let mut names = Vec::new();
        for tree in known[1].stream() {
            if let TokenTree::Ident(name) = tree {
                names.push(name);
            }
        }
        Some(names)
    }

    /// Reads a spec.
    ///
    /// # Errors
    ///
    /// The call for the names of its axes if they are not known yet: it expands to a call of the
    /// macro `of` with all of its input.
    pub(crate) fn spec(
        &self,
        lexemes: Lexemes<'_>,
        of: &str,
        input: Lexemes<'_>,
        dialect: Dialect,
        mistakes: &mut Mistakes,
    ) -> Result<Spec<Bound>, TokenStream> {
        let Some((path, entries)) = axes_by_names(lexemes) else {
            return Ok(spec(lexemes, Axes::default(), dialect, mistakes));
        };
        let names = self.names(path).ok_or_else(|| self.call(path, of, input))?;
        let names: Vec<String> = names.iter().map(Ident::to_string).collect();
        let axes = Axes {
            names: Some(&names),
            are_all: true,
        };
        Ok(spec(entries, axes, dialect, mistakes))
    }

    /// A call of the macro of an axis type.
    pub(crate) fn call(&self, path: Lexemes<'_>, of: &str, input: Lexemes<'_>) -> TokenStream {
        let (root, types) = (&self.path, &self.types);
        let (path, input) = (stream(path), stream(input));
        let of = format_ident!("{of}", span = Span::mixed_site());
        mixed! {
            #path! { [#self::#of] [#root #(#types)* (#path)]; #input }
        }
    }
}
