//! Sources as words and signs: no comments, no literals, no tests.

/// Names, numbers and `::` whole, other signs one by one. Comments, texts, characters and lifetimes
/// are left out.
pub(super) fn tokens(source: &str) -> Vec<String> {
    let mut tokens = Vec::new();
    let mut rest = source;
    while let Some(first) = rest.chars().next() {
        let length = match first {
            '/' if rest.starts_with("//") => rest.find('\n').unwrap_or(rest.len()),
            '/' if rest.starts_with("/*") => comment(rest),
            '"' => text(rest),
            '\'' => character(rest),
            _ if first.is_alphanumeric() || first == '_' => word(rest, &mut tokens),
            ':' if rest.starts_with("::") => {
                tokens.push("::".into());
                2
            }
            _ => {
                if !first.is_whitespace() {
                    tokens.push(first.into());
                }
                first.len_utf8()
            }
        };
        rest = &rest[length..];
    }
    tokens
}

/// The length of a word, which becomes a token unless it is the prefix of a text.
fn word(rest: &str, tokens: &mut Vec<String>) -> usize {
    let length = rest
        .find(|c: char| !c.is_alphanumeric() && c != '_')
        .unwrap_or(rest.len());
    let (word, behind) = rest.split_at(length);
    let hashes = behind.len() - behind.trim_start_matches('#').len();
    if ["r", "br", "cr"].contains(&word) && behind[hashes..].starts_with('"') {
        let end = format!("\"{}", "#".repeat(hashes));
        let inside = length + hashes + 1;
        return rest[inside..]
            .find(&end)
            .map_or(rest.len(), |at| inside + at + end.len());
    }
    tokens.push(word.into());
    length
}

/// The length of a block comment; they nest.
fn comment(rest: &str) -> usize {
    let mut open = 0;
    for (at, _) in rest.char_indices() {
        open += i32::from(rest[at..].starts_with("/*"));
        open -= i32::from(rest[at..].starts_with("*/"));
        if open == 0 {
            return at + 2;
        }
    }
    rest.len()
}

fn text(rest: &str) -> usize {
    let mut escaped = false;
    for (at, c) in rest.char_indices().skip(1) {
        match c {
            '"' if !escaped => return at + 1,
            _ => escaped = c == '\\' && !escaped,
        }
    }
    rest.len()
}

/// The length of a character, or of the quote of a lifetime.
fn character(rest: &str) -> usize {
    let inside = &rest[1..];
    match inside.strip_prefix('\\') {
        Some(escape) => {
            // The sign behind the backslash may be a quote itself.
            let skipped = escape.chars().next().map_or(0, char::len_utf8);
            escape[skipped..]
                .find('\'')
                .map_or(rest.len(), |at| 2 + skipped + at + 1)
        }
        None => {
            let one = inside.chars().next().map_or(0, char::len_utf8);
            if inside[one..].starts_with('\'') {
                one + 2
            } else {
                1
            }
        }
    }
}

/// The tokens without the items under `#[cfg(test)]`, and the names of the modules that are
/// declared there.
pub(super) fn without_tests(tokens: Vec<String>) -> (Vec<String>, Vec<String>) {
    const TEST: [&str; 7] = ["#", "[", "cfg", "(", "test", ")", "]"];
    let (mut kept, mut modules) = (Vec::new(), Vec::new());
    let mut at = 0;
    while at < tokens.len() {
        if !tokens[at..]
            .iter()
            .map(String::as_str)
            .take(TEST.len())
            .eq(TEST)
        {
            kept.push(tokens[at].clone());
            at += 1;
            continue;
        }
        let item = &tokens[at + TEST.len()..];
        let length = item_length(item);
        let declared = item[..length]
            .windows(3)
            .find(|window| window[0] == "mod" && window[2] == ";");
        modules.extend(declared.map(|window| window[1].clone()));
        at += TEST.len() + length;
    }
    (kept, modules)
}

/// Tokens to the end of an item: its semicolon, or the brace that closes its body.
fn item_length(tokens: &[String]) -> usize {
    let mut open = 0;
    for (at, token) in tokens.iter().enumerate() {
        match token.as_str() {
            "{" | "(" | "[" => open += 1,
            "}" | ")" | "]" => open -= 1,
            _ => {}
        }
        if open == 0 && [";", "}"].contains(&token.as_str()) {
            // A list in braces goes on to its semicolon, as in `use a::{b, c};`.
            return at + 1 + usize::from(tokens.get(at + 1).is_some_and(|next| next == ";"));
        }
    }
    tokens.len()
}
