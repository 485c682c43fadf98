//! What other languages write in an entry, and expressions of Rust that have no value.

use alloc::format;
use alloc::string::String;
use core::slice::from_ref;

use crate::brackets::has_bounds;
use crate::lex::unparenthesised;
use crate::lexeme::{ByRole, is_none};
use crate::mistake::{Result, refuse, respelled};
use crate::respell::{quoted, ranged};
use crate::token::{Delimiter, Kind, Lexeme, Lexemes, Role};

/// `a[1:3]`, `a[0, 1]` and `a(1:3)` of other languages.
pub(crate) fn no_brackets(chunk: Lexemes<'_>) -> Result<()> {
    let Some(at) = chunk.windows(2).position(holds_entries) else {
        return Ok(());
    };
    let words = "brackets behind an operand are a call or an index of Rust: a comma separates two \
        lists, a part is `a.slice(s![1:3])`, an element `a[[0, 1]]`";
    refuse(&chunk[at..at + 2], words)
}

/// An operand, and brackets behind it that hold what neither a call nor an index does.
fn holds_entries(pair: Lexemes<'_>) -> bool {
    let inner = pair[1].inner();
    let holds = match pair[1].kind {
        Kind::Group(Delimiter::Bracket) => has_bounds(&inner) || inner.has(Role::Comma),
        Kind::Group(Delimiter::Parenthesis) => pair[0].word().is_some() && has_bounds(&inner),
        _ => false,
    };
    holds && pair[0].role == Role::Operand
}

/// `(1..3).step_by(2)` and `(1..3).rev()`, which are iterators.
pub(crate) fn range_with_method(chunk: Lexemes<'_>) -> Result<()> {
    match chunk {
        [range @ .., dot, method, _]
            if dot.is('.')
                && method.is_one_of(&["step_by", "rev"])
                && unparenthesised(range).has(Role::Dots) =>
        {
            let words = "a stride is the third bound of a range, negative to walk back: \
                `begin:end:stride`";
            refuse(chunk, words)
        }
        _ => Ok(()),
    }
}

/// `1:=3`, `step=2` and `0 = 1`: an assignment is not an integer.
pub(crate) fn no_assignment(chunk: Lexemes<'_>) -> Result<()> {
    let is_rust = |lexeme: &Lexeme<'_>| lexeme.is('|') || lexeme.is_word("let");
    if !chunk.has(Role::Equals) || chunk.iter().any(is_rust) {
        return Ok(());
    }
    let is_end = |pair: Lexemes<'_>| pair[0].role == Role::Colon && pair[1].role == Role::Equals;
    if chunk.windows(2).any(is_end) {
        return respelled(chunk, "a range ends in front of its end", &ranged(chunk));
    }
    let words = "an axis is a literal number in front of `=>`, and a bound is not named: names of \
        axes stand behind a type of `axes!`, `Video: time = 1:3`, or are for `DynSpec::by_names`";
    refuse(chunk, words)
}

/// Spellings of other libraries.
pub(crate) fn other_spelling(part: Lexemes<'_>) -> Result<()> {
    if let [name, call] = part
        && name.is_one_of(&["slice", "range", "Slice", "Range"])
        && call.is_group(Delimiter::Parenthesis)
        && is_range_of(&call.inner())
    {
        let range = match ranged(&call.inner()) {
            whole if whole.is_empty() => ":".into(),
            range => range,
        };
        let words = "a range is spelled `begin:end:stride`";
        return respelled(part, words, &range);
    }
    let Some((kind, meant)) = other_word(part) else {
        return Ok(());
    };
    let written = quoted(part);
    refuse(
        part,
        format!("{kind} is spelled `{meant}`, not `{written}`"),
    )
}

/// What another library's name for an entry means: the kind of the entry, and its spelling.
fn other_word(part: Lexemes<'_>) -> Option<(&'static str, &'static str)> {
    let (arguments, name) = match part {
        [name @ .., call] if call.is_group(Delimiter::Parenthesis) => (Some(call.inner()), name),
        name => (None, name),
    };
    let (name, path) = name.split_last()?;
    let modules = ["np", "numpy", "jnp", "tf", "torch", "ndarray", "tslice"];
    let is_foreign = path.is_empty() || path[0].is_one_of(&modules);
    let is_called = arguments.is_some();
    match &quoted(from_ref(name))[..] {
        _ if !is_foreign || arguments.as_ref().is_some_and(|inner| !inner.is_empty()) => None,
        "newaxis" if is_called || !path.is_empty() => Some(("a new axis", "newaxis")),
        "NewAxis" | "NEWAXIS" | "newAxis" | "new_axis" => Some(("a new axis", "newaxis")),
        "Ellipsis" | "…" => Some(("the ellipsis", "..")),
        "_" | "Colon" | "All" => Some(("a whole axis", ":")),
        // A function without arguments, as in C++.
        "all" if is_called => Some(("a whole axis", ":")),
        _ => None,
    }
}

/// Whether these are the arguments of Python's `slice(begin, end, stride)` and `range(begin, end)`:
/// two or three bounds, or an absent one. A call of a user's function of such a name stands in
/// parentheses.
fn is_range_of(arguments: Lexemes<'_>) -> bool {
    let count = arguments.parts(Role::Comma).count();
    (2..4).contains(&count) || is_none(arguments)
}

/// What to say of an operator of another language, or of a word that no operand has beside it.
pub(crate) fn in_rust(written: &str) -> Option<String> {
    let words = match written {
        "$" => {
            "is not an operator: the last position is `-1`, and a range to the end leaves its end \
             out, as in `1:`"
        }
        "#" => "does not belong to an entry, nor does an attribute: a comment begins with `//`",
        "->" => {
            "is not an operator of Rust: an axis stands in front of `=>`, as in `0 => 1:3`, and a \
             field behind a `.`"
        }
        "@" => "is not an operator of an expression",
        "~" => {
            "is not an operator of Rust: a range is `begin:end`, a number is inverted by `!n`, \
             and a mask before it is borrowed, by `mask.map(|x| !x)`"
        }
        "?" => {
            "is not an operator between operands in Rust: a condition is `if a { b } else { c }`"
        }
        "if" => "does not follow an operand in Rust: a condition is `if a { b } else { c }`",
        "not" => "is not an operator: Rust writes `!`",
        "and" => "is not an operator: Rust writes `&&`",
        "or" => "is not an operator: Rust writes `||`",
        "is" => "is not an operator: Rust writes `==`",
        "mod" => "is not an operator: Rust writes `%`",
        "until" | "to" => "is not an operator: a range is `begin:end`",
        "step" | "by" => {
            "is not an operator: a stride stands behind a second `:`, as in `begin:end:stride`"
        }
        "enum" | "extern" | "fn" | "impl" | "pub" | "ref" | "static" | "struct" | "trait"
        | "type" | "use" | "where" | "yield" => {
            "does not belong to an expression, and a bound is an integer"
        }
        _ => return None,
    };
    Some(format!("`{written}` {words}"))
}
