//! What a macro is given: `root; input`, where the root is the path of the runtime crate.
//!
//! The axes of `Video: time = ::2` have names that the macro knows which `axes!` declares beside
//! the type `Video`. A macro of this crate calls it, and is called back with the names in front of
//! its input: `root (Video) [time y x channel]; input`.

use rust::{TokenStream, TokenTree};
use tslice_syntax::{Axes, Bound, Dialect, Lexemes, Mistakes, Spec, axes_by_names, spec};

use crate::code::{Code, name};
use crate::fragments::without_attributes;
use crate::tokens::{Trees, stream};

/// What a macro is given. In a template it is the module of the runtime crate that macros use.
pub(crate) struct Root {
    /// The path of the runtime crate.
    pub(crate) path: Code,
    /// The path of its module that macros use.
    private: Code,
    /// The names of axis types as far as they are known: a group of a path, and one of its names.
    types: Code,
    /// What the user wrote.
    pub(crate) trees: Trees,
}

impl AsRef<[TokenTree]> for Root {
    fn as_ref(&self) -> &[TokenTree] {
        &self.private
    }
}

impl From<TokenStream> for Root {
    fn from(input: TokenStream) -> Self {
        let mut tokens = input.into_iter();
        let (mut path, mut types) = (Code::new(), Code::new());
        for tree in tokens.by_ref() {
            match tree {
                TokenTree::Punct(sign) if sign.as_char() == ';' => break,
                TokenTree::Group(_) => types.push(tree),
                tree => path.push(tree),
            }
        }
        Self {
            private: mixed!(#path::__private),
            path,
            types,
            trees: tokens.collect::<TokenStream>().into(),
        }
    }
}

impl Root {
    /// The names of the axis type of a path.
    pub(crate) fn names(&self, path: Lexemes<'_>) -> Option<Vec<TokenTree>> {
        let path = texts(&stream(path));
        for known in self.types.chunks_exact(2) {
            if let [TokenTree::Group(known), TokenTree::Group(names)] = known
                && texts(&known.stream().into_iter().collect::<Code>()) == path
            {
                return Some(names.stream().into_iter().collect());
            }
        }
        None
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
    ) -> Result<Spec<Bound>, Code> {
        let Some((path, entries)) = axes_by_names(lexemes) else {
            return Ok(spec(lexemes, Axes::default(), dialect, mistakes));
        };
        let names = self.names(path).ok_or_else(|| self.call(path, of, input))?;
        let names = texts(&names);
        let axes = Axes {
            names: Some(&names),
            are_all: true,
        };
        Ok(spec(entries, axes, dialect, mistakes))
    }

    /// A call of the macro of an axis type, on the conditions of the item that is the input.
    pub(crate) fn call(&self, path: Lexemes<'_>, of: &str, input: Lexemes<'_>) -> Code {
        let (root, types, of) = (&self.path, &self.types, name(of));
        let (conditions, path, input) = (conditions(input), stream(path), stream(input));
        mixed! {
            #conditions #path! { [#self::#of] [#root #types (#path)]; #input }
        }
    }
}

/// The attributes that say when an item is there: its mistakes are errors only then.
pub(crate) fn conditions(item: Lexemes<'_>) -> Code {
    let (attributes, _) = without_attributes(item);
    let mut conditions = Code::new();
    for pair in attributes.chunks_exact(2) {
        let words = pair[1].inner();
        if words.first().is_some_and(|word| word.is_word("cfg")) {
            conditions.extend(stream(pair));
        }
    }
    conditions
}

/// The text of each token.
pub(crate) fn texts(code: &[TokenTree]) -> Vec<String> {
    let mut texts = Vec::new();
    for tree in code {
        texts.push(tree.to_string());
    }
    texts
}
