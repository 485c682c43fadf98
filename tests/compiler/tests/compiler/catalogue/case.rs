//! One case of a table: code, the tokens that are reported, and words of the message.

/// Where the code of a case stands.
#[derive(Clone, Copy)]
pub(crate) enum Context {
    /// In the brackets of `s!`.
    Spec,
    /// In a function.
    Statement,
    /// In a module.
    Item,
}

pub(crate) struct Case {
    pub(crate) context: Context,
    pub(crate) code: String,
    pub(crate) token: String,
    pub(crate) words: String,
}

impl Case {
    /// The lines `code | token | words` of a table. Lines that begin with `# ` are comments.
    pub(crate) fn table(table: &str, context: Context) -> Vec<Self> {
        let lines = table.lines().filter(|line| !line.is_empty());
        let lines = lines.filter(|line| !line.starts_with("# ") || line.starts_with("# |"));
        let case = |line: &str| {
            let fields: Vec<_> = line.splitn(3, " | ").collect();
            let [code, token, words] = fields[..] else {
                panic!("not three fields: {line}")
            };
            Self {
                context,
                code: code.into(),
                token: token.into(),
                words: words.into(),
            }
        };
        lines.map(case).collect()
    }

    /// The specs that the words say to write.
    pub(crate) fn proposals(&self) -> Vec<Self> {
        let spellings = self
            .words
            .split("write `")
            .skip(1)
            .filter_map(|rest| rest.split('`').next());
        // Places in a sentence, not specs.
        let specs = spellings
            .filter(|spelling| !spelling.contains('…') && !spelling.starts_with("axis => "));
        let case = |spec: &str| Self {
            context: Context::Spec,
            code: spec.into(),
            token: String::new(),
            words: String::new(),
        };
        specs.map(case).collect()
    }

    /// The lines of the case; its code is the second.
    pub(crate) fn lines(&self, number: usize) -> [String; 3] {
        const NAMES: &str = "[n, m, a, b, c, x, y, k, end]: [usize; 9], [i, j]: [i64; 2], v: Vec<usize>, r: &usize, q: Q, t: T3";
        let code = self.code.clone();
        match self.context {
            Context::Spec => [
                format!("fn case_{number}({NAMES}) {{ let _ = s!["),
                code,
                "]; }".into(),
            ],
            Context::Statement => [
                format!(
                    "fn case_{number}(mut t: T3, {}) {{",
                    NAMES.trim_end_matches(", t: T3")
                ),
                code,
                "}".into(),
            ],
            Context::Item => [
                format!("mod case_{number} {{ use super::*;"),
                code,
                "}".into(),
            ],
        }
    }
}
