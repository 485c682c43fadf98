//! `cargo run -p tslice-programs --bin editor`: what an editor shows inside of specs, by the
//! rust-analyzer that is installed.
//!
//! Completion, hover, go to definition, rename and diagnostics of half-typed specs are compared
//! with what is expected. Without rust-analyzer it says so and succeeds.

mod server;

use std::path::Path;
use std::process::{Command, ExitCode};

use serde_json::{Value, json};
use server::{Result, Server};

/// A function around a statement.
const FRAME: &str = "use tslice::{checked, diag, s, Array, Ref, Shape, Tensor};
pub fn of_shape() -> Array<Ref<'static, u8>, Shape![2, 3]> { loop {} }
pub struct Size { pub width: usize, pub height: usize }
pub fn edited(t: &Tensor<f32, 3>, size: Size) {
    let number: usize = 1;
    STATEMENT
}
";
const LINE: usize = 5;

/// The text with a statement, and where the cursor `|` stands in it.
fn at_cursor(statement: &str) -> (String, (usize, usize)) {
    let before = statement.split('|').next().unwrap_or_default();
    (
        FRAME.replace("STATEMENT", &statement.replace('|', "")),
        (LINE, 4 + before.chars().count()),
    )
}

fn labels(completion: &Value) -> Vec<String> {
    let items = completion
        .get("items")
        .unwrap_or(completion)
        .as_array()
        .cloned()
        .unwrap_or_default();
    items
        .iter()
        .filter_map(|item| item["label"].as_str().map(str::to_owned))
        .collect()
}

struct Editor {
    server: Server,
    checks: usize,
    failures: Vec<String>,
}

impl Editor {
    fn check(&mut self, right: bool, words: impl FnOnce() -> String) {
        self.checks += 1;
        if !right {
            self.failures.push(words());
        }
    }

    fn ask(&mut self, method: &str, statement: &str, more: Value) -> Result<Value> {
        let (text, at) = at_cursor(statement);
        self.server.edit(&text)?;
        self.server.ask(method, Some(at), more)
    }

    /// A dot offers the fields of the object, whatever stands around it.
    fn fields(&mut self) -> Result<()> {
        for spec in [
            "s![(size.|)]",
            "s![size.w|]",
            "s![size.w|:, 1]",
            "s![size.|width:, 1]",
            "s![size.|]",
            "s![size.|:]",
            "s![:size.|]",
            "s![::size.|]",
            "s![1:size.|:2]",
            "s![0, size.|, ..]",
            "s![number:, size.|, number]",
            "s![0 => size.|]",
            "s![0 => 1, -1 => size.|:]",
            "s![-size.|]",
            "s![-size.|:]",
            "s![number + size.|]",
            "s![2 * number - size.|:]",
            "s![-number as i64 + size.|:number]",
            "diag![size.|]",
            "diag![0..=size.|]",
        ] {
            let statement = format!("let _ = {spec};");
            let found = labels(&self.ask("textDocument/completion", &statement, json!({}))?);
            let fields = if spec.contains(".w|") {
                &["width"][..]
            } else {
                &["width", "height"]
            };
            let right = fields
                .iter()
                .all(|field| found.iter().any(|label| label.starts_with(field)));
            self.check(right, || {
                format!("{spec}: offers {:?}", &found[..found.len().min(5)])
            });
        }
        Ok(())
    }

    fn names(&mut self) -> Result<()> {
        for spec in [
            "s![num|]",
            "s![num|:]",
            "s![1, :num|]",
            "s![0 => num|]",
            "s![-num|:]",
        ] {
            let statement = format!("let _ = {spec};");
            let found = labels(&self.ask("textDocument/completion", &statement, json!({}))?);
            let right = found.iter().any(|label| label.starts_with("number"));
            self.check(right, || {
                format!("{spec}: offers {:?}", &found[..found.len().min(5)])
            });
        }
        Ok(())
    }

    fn hovers(&mut self) -> Result<()> {
        for (statement, words) in [
            ("let _ = s![num|ber:, 1];", "usize"),
            ("let _ = s![0 => -num|ber];", "usize"),
            ("let _ = s![size.wi|dth];", "usize"),
            (
                "let _ = s|![1, 2:4];",
                "A slice spec, parsed and checked at compile time",
            ),
            ("let a|a = t.slice(s![1, number:]);", "Rank<2>"),
            (
                "let a|a = of_shape().slice(checked![1]);",
                "Array<Ref<'_, u8>, (Const<3>,)>",
            ),
            (
                "let a|a = of_shape().slice(checked![.., 1:]);",
                "(Const<2>, Cut<Const<3>, Begin<1>>)",
            ),
            (
                "let a|a = of_shape().slice(checked![::-1, newaxis, 0]);",
                "Const<1>",
            ),
        ] {
            let hover = self.ask("textDocument/hover", statement, json!({}))?;
            let text = hover["contents"]["value"]
                .as_str()
                .unwrap_or_default()
                .to_owned();
            self.check(text.contains(words), || {
                format!("{statement}: hover shows {text}")
            });
        }
        let hover = self.ask("textDocument/hover", "let _ = t.sl|ice(s![1]);", json!({}))?;
        let text = hover["contents"]["value"]
            .as_str()
            .unwrap_or_default()
            .to_owned();
        let generics = text
            .split("fn slice<")
            .nth(1)
            .and_then(|rest| rest.split('(').next())
            .unwrap_or_default();
        let right = !generics.is_empty() && generics.matches(", ").count() < 4;
        self.check(right, || {
            format!("slice has the parameters {generics}: {text}")
        });
        Ok(())
    }

    fn definitions_and_names(&mut self) -> Result<()> {
        for spec in [
            "s![num|ber:, 1]",
            "s![1, -num|ber]",
            "s![0 => ::num|ber]",
            "s![(num|ber + 1)]",
        ] {
            let statement = format!("let _ = t.slice({spec});");
            let definition = self.ask("textDocument/definition", &statement, json!({}))?;
            let places = definition.as_array().cloned().unwrap_or_default();
            let is_let = |place: &Value| place["range"]["start"]["line"] == LINE - 1;
            self.check(places.iter().any(is_let), || {
                format!("{spec}: defined at {definition}")
            });
            let edit = self.ask(
                "textDocument/rename",
                &statement,
                json!({"newName": "renamed"}),
            )?;
            let changes = edit["changes"]
                .as_object()
                .and_then(|files| files.values().next());
            let changes = changes
                .unwrap_or(&edit["documentChanges"][0]["edits"])
                .as_array()
                .map_or(0, Vec::len);
            self.check(changes == 2, || format!("{spec}: renamed by {edit}"));
        }
        Ok(())
    }

    /// A half-typed spec is one diagnostic.
    fn diagnostics(&mut self) -> Result<()> {
        for (spec, count) in [
            ("s![size.]", 1),
            ("s![size.:]", 1),
            ("s![0 => size.]", 1),
            ("s![0 =>]", 1),
            ("s![number +]", 1),
            ("s![1..3]", 1),
            ("s![number..]", 1),
            ("s![number as]", 1),
            ("s![1, , 2]", 1),
            ("s![1, 2:4, ..]", 0),
            ("s![number:, -number]", 0),
        ] {
            let (text, _) = at_cursor(&format!("let _ = t.slice({spec});"));
            self.server.edit(&text)?;
            let report = self
                .server
                .ask("textDocument/diagnostic", None, json!({}))?;
            let items = report["items"].as_array().cloned().unwrap_or_default();
            // 1 is an error, 2 a warning.
            let errors: Vec<_> = items.iter().filter(|item| item["severity"] == 1).collect();
            self.check(errors.len() == count, || {
                let words: Vec<_> = errors
                    .iter()
                    .map(|error| error["message"].to_string())
                    .collect();
                format!("{spec}: {} errors: {words:?}", errors.len())
            });
        }
        Ok(())
    }
}

fn run() -> Result<bool> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../target/editor");
    std::fs::create_dir_all(&folder)?;
    let (text, _) = at_cursor("let _ = s![1];");
    let server = Server::start(&folder.canonicalize()?, &text)?;
    let mut editor = Editor {
        server,
        checks: 0,
        failures: Vec::new(),
    };
    editor.fields()?;
    editor.names()?;
    editor.hovers()?;
    editor.definitions_and_names()?;
    editor.diagnostics()?;
    for failure in &editor.failures {
        println!("{failure}");
    }
    println!("{} of {} checks fail", editor.failures.len(), editor.checks);
    Ok(editor.failures.is_empty())
}

fn main() -> ExitCode {
    let version = Command::new("rust-analyzer").arg("--version").output();
    if !version.is_ok_and(|version| version.status.success()) {
        println!("skipped: rust-analyzer is not here (`rustup component add rust-analyzer`)");
        return ExitCode::SUCCESS;
    }
    match run() {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(error) => {
            println!("{error}");
            ExitCode::FAILURE
        }
    }
}
