//! What is wrong with a spec, and where.

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;
use core::ops::Range;

use crate::lexeme::ByRole;
use crate::token::{Lexeme, Lexemes};

/// The number of mistakes of one spec that are reported at most.
pub const MAX_MISTAKES: usize = 100;

/// One mistake: a message, which may propose the right spelling, and the tokens that it covers.
pub struct Mistake {
    /// One sentence, on one line.
    pub message: String,
    /// The bytes of a text that are wrong, or the numbers of the tokens of Rust; `0..0` if there
    /// are none.
    pub span: Range<usize>,
    /// The spans of expressions in it that are sound, for the compiler to see that they use names,
    /// and for editors to know their types: the object of a half-typed field or method, the bounds
    /// of a misspelled range.
    pub fragments: Vec<Range<usize>>,
    /// A spelling that the message proposes, which is parsed before it is shown, and the length of
    /// the message without it.
    suggestion: Option<(String, usize)>,
}

/// The span of two runs of lexemes and all in between. A fragment of an outer macro, such as
/// `$e:expr`, is where that macro is called: it counts only if there is nothing else.
pub fn own_span(first: Lexemes<'_>, last: Lexemes<'_>) -> Range<usize> {
    let is_own = |lexeme: &&Lexeme<'_>| lexeme.fragment == 0;
    // A sign alone says less than the fragment behind it.
    let sign = |run: Lexemes<'_>| match run {
        [sign, operand @ ..] => {
            sign.is('-') && !operand.is_empty() && operand.iter().find(is_own).is_none()
        }
        [] => false,
    };
    let first = &first[usize::from(sign(first))..];
    let last = &last[usize::from(sign(last))..];
    let own = first.iter().find(is_own).zip(last.iter().rfind(is_own));
    let span = own
        .or_else(|| first.first().zip(last.last()))
        .map(|(first, last)| first.span().start..last.span().end);
    span.unwrap_or_default()
}

impl Mistake {
    /// A mistake that covers some lexemes, first to last.
    pub fn new(at: Lexemes<'_>, message: impl Into<String>) -> Self {
        Self::between(at, at, message.into())
    }

    /// A mistake that covers two runs of lexemes and all in between: see [`own_span`].
    pub fn between(first: Lexemes<'_>, last: Lexemes<'_>, message: String) -> Self {
        Self {
            message,
            span: own_span(first, last),
            fragments: Vec::new(),
            suggestion: None,
        }
    }

    /// A mistake with a spelling that is right: "words: write `spelling`". If that is mistaken too,
    /// the words stand alone.
    pub(crate) fn suggesting(at: Lexemes<'_>, words: impl Into<String>, spelling: &str) -> Self {
        let mut mistake = Self::new(at, words);
        mistake.suggestion = Some((spelling.into(), mistake.message.len()));
        mistake.or(&format!(": write `{spelling}`"))
    }

    /// Says more behind the spelling, such as another one for another meaning.
    pub(crate) fn or(mut self, more: &str) -> Self {
        self.message += more;
        self
    }

    pub(crate) fn with_fragment(mut self, lexemes: Lexemes<'_>) -> Self {
        if !lexemes.is_empty() {
            self.fragments.push(lexemes.span());
        }
        self
    }

    /// Whether the message proposes a spelling.
    pub(crate) fn proposes(&self) -> bool {
        self.suggestion.is_some()
    }

    /// Keeps the spelling that the message proposes if `is_right` says so. One that is elided
    /// cannot be read.
    pub(crate) fn check_suggestion(&mut self, is_right: impl Fn(&str) -> bool) {
        if let Some((spelling, words)) = &self.suggestion
            && !spelling.contains('…')
            && !is_right(spelling)
        {
            self.message.truncate(*words);
            self.suggestion = None;
        }
    }
}

/// What is read, or why it is not.
pub type Result<V> = core::result::Result<V, Mistake>;

/// Refuses some lexemes: see [`Mistake::new`].
///
/// # Errors
///
/// Always.
pub fn refuse<V>(at: Lexemes<'_>, message: impl Into<String>) -> Result<V> {
    Err(Mistake::new(at, message))
}

/// Refuses some lexemes, whose right spelling is another: see [`Mistake::suggesting`].
pub(crate) fn respelled<V>(at: Lexemes<'_>, words: impl Into<String>, spelling: &str) -> Result<V> {
    Err(Mistake::suggesting(at, words, spelling))
}

/// The mistakes of one spec, in source order, [`MAX_MISTAKES`] of them at most.
#[derive(Default)]
pub struct Mistakes(Vec<Mistake>);

impl Mistakes {
    /// Adds a mistake, unless there are enough.
    pub fn push(&mut self, mistake: Mistake) {
        if self.0.len() < MAX_MISTAKES {
            self.0.push(mistake);
        }
    }

    /// The value if it is sound; otherwise the mistake is kept for the end.
    pub fn keep<V>(&mut self, result: Result<V>) -> Option<V> {
        result.map_err(|mistake| self.push(mistake)).ok()
    }

    /// The number of mistakes.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Whether nothing is wrong.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Keeps the spellings that messages propose, from one of them on, as far as `is_right` says
    /// so.
    pub(crate) fn check_suggestions(&mut self, from: usize, is_right: impl Fn(&str) -> bool) {
        for mistake in self.0.iter_mut().skip(from) {
            mistake.check_suggestion(&is_right);
        }
    }

    /// The mistakes.
    pub fn as_slice(&self) -> &[Mistake] {
        &self.0
    }
}

impl IntoIterator for Mistakes {
    type Item = Mistake;
    type IntoIter = alloc::vec::IntoIter<Mistake>;

    fn into_iter(self) -> Self::IntoIter {
        self.0.into_iter()
    }
}
