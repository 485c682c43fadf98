//! Random expressions of Rust as bounds. The oracle is syn: what a macro hands on as one bound is
//! the expression that syn reads, or the macro refuses it with a message that is listed here.

use proc_macro2::{Delimiter, Group, TokenStream, TokenTree};
use quote::{ToTokens, quote};
use syn::{BinOp, Expr, Stmt, UnOp};

use super::Random;
use crate::expand;

/// The messages for expressions that are not bounds.
const REFUSED: [&str; 0] = [];

/// An expression as text. `deep` bounds its depth; `first` says whether it begins an entry, where
/// `::` separates bounds and `&` borrows a list.
fn expression(random: &mut Random, deep: usize, first: bool) -> String {
    let one = |random: &mut Random| expression(random, deep - 1, first);
    let other = |random: &mut Random| expression(random, deep - 1, false);
    if deep == 0 {
        let atoms = [
            "n",
            "m",
            "2",
            "N",
            "a::N",
            "Self::N",
            "T::<u8>::N",
            "<T as A<B, C>>::N",
            "p.x",
            "p.0.1",
            "f()",
            "v.len()",
            "n.f::<T>()",
            "size_of::<[u8; 4]>()",
            "n?",
            "n.await",
            "v[0]",
            "0x1F",
            "b'a'",
            "m!(a: b, c => d; ..)",
            "vec![1; 2][0]",
            "\"a:b\".len()",
            "(1..3).len()",
            "v[1..].len()",
            "::a::N",
            "::core::mem::size_of::<u8>()",
        ];
        let count = if first { atoms.len() - 2 } else { atoms.len() };
        return random.one(&atoms[..count]).to_owned();
    }
    match random.below(30) {
        0 => format!("{} + {}", one(random), other(random)),
        1 => format!("{} - {}", one(random), other(random)),
        2 => format!("{} * {}", one(random), other(random)),
        3 => format!("{} / {}", one(random), other(random)),
        4 => format!("{} % {}", one(random), other(random)),
        5 => format!("{} << {}", one(random), other(random)),
        6 => format!("{} >> {}", one(random), other(random)),
        7 => format!("{} & {}", one(random), other(random)),
        8 => format!("{} | {}", one(random), other(random)),
        9 => format!("{} ^ {}", one(random), other(random)),
        10 => format!("-{}", other(random)),
        11 => format!("!{}", other(random)),
        12 => format!("*{}", other(random)),
        13 => format!("{} as usize", one(random)),
        14 => format!("{} as a::B<C, D>", one(random)),
        15 => format!("({})", other(random)),
        16 => format!("{{ {} }}", other(random)),
        17 => format!("f({}, {})", other(random), other(random)),
        18 => format!("n.max({})", other(random)),
        19 => format!("v[{}]", other(random)),
        20 => format!("v[{}..{}].len()", other(random), other(random)),
        21 => format!("[{}, {}][0]", other(random), other(random)),
        22 => format!(
            "if {} < 2 {{ {} }} else {{ {} }}",
            one(random),
            other(random),
            other(random)
        ),
        23 => format!(
            "match n {{ 1..=2 => {}, _ if b => {} }}",
            other(random),
            other(random)
        ),
        24 => format!("S {{ a: {} }}.a", other(random)),
        25 => format!("unsafe {{ {} }}", other(random)),
        26 => format!("(|n: u8, m| {})(1, {})", other(random), other(random)),
        27 => format!("{{ let n: u8 = {}; n }}", other(random)),
        28 => format!("f(&{}, &mut n, ..)", other(random)),
        _ => format!("loop {{ break {} }}", other(random)),
    }
}

/// An expression with a bracket around each of its operations, and a minus apart: `-a * b` is
/// `-(a * b)`, whether it is computed so or not.
struct Normal {
    negative: bool,
    text: String,
}

impl Normal {
    fn whole(self) -> String {
        if self.negative {
            format!("(-{})", self.text)
        } else {
            self.text
        }
    }
}

fn normal(expr: &Expr) -> Normal {
    let positive = |text: String| Normal {
        negative: false,
        text,
    };
    let list = |all: syn::punctuated::Iter<'_, Expr>| {
        all.map(|one| normal(one).whole())
            .collect::<Vec<_>>()
            .join(", ")
    };
    match expr {
        Expr::Paren(inner) => normal(&inner.expr),
        Expr::Group(inner) => normal(&inner.expr),
        Expr::Block(block) => match &block.block.stmts[..] {
            [Stmt::Expr(inner, None)] => normal(inner),
            _ => positive(expr.to_token_stream().to_string()),
        },
        Expr::Unary(unary) => {
            let inner = normal(&unary.expr);
            match unary.op {
                UnOp::Neg(_) => Normal {
                    negative: !inner.negative,
                    text: inner.text,
                },
                op => positive(format!("({}{})", op.to_token_stream(), inner.whole())),
            }
        }
        Expr::Binary(binary) => {
            let (left, right) = (normal(&binary.left), normal(&binary.right).whole());
            let op = binary.op.to_token_stream();
            match binary.op {
                BinOp::Mul(_) | BinOp::Div(_) | BinOp::Rem(_) => Normal {
                    negative: left.negative,
                    text: format!("({} {op} {right})", left.text),
                },
                _ => positive(format!("({} {op} {right})", left.whole())),
            }
        }
        Expr::Cast(cast) => {
            let (inner, ty) = (normal(&cast.expr), cast.ty.to_token_stream());
            Normal {
                negative: inner.negative,
                text: format!("({} as {ty})", inner.text),
            }
        }
        Expr::Call(call) => {
            let (function, arguments) = (normal(&call.func).whole(), list(call.args.iter()));
            match function.rsplit(' ').next() {
                Some("bound") if function.contains("__private") => positive(arguments),
                Some("minus") if function.contains("__private") => {
                    let inner = normal(&call.args[0]);
                    Normal {
                        negative: !inner.negative,
                        text: inner.text,
                    }
                }
                _ => positive(format!("{function}({arguments})")),
            }
        }
        Expr::MethodCall(call) => {
            let (object, arguments) = (normal(&call.receiver).whole(), list(call.args.iter()));
            match &*call.method.to_string() {
                "saturating_add" => positive(format!("({object} + {arguments})")),
                "saturating_sub" if object == "0_i64" => Normal {
                    negative: true,
                    text: arguments,
                },
                "saturating_sub" => positive(format!("({object} - {arguments})")),
                name => positive(format!(
                    "{object}.{name}{}({arguments})",
                    call.turbofish.to_token_stream()
                )),
            }
        }
        Expr::Index(index) => positive(format!(
            "{}[{}]",
            normal(&index.expr).whole(),
            normal(&index.index).whole()
        )),
        Expr::Field(field) => positive(format!(
            "{}.{}",
            normal(&field.base).whole(),
            field.member.to_token_stream()
        )),
        other => positive(other.to_token_stream().to_string()),
    }
}

/// The bound that an expansion evaluates, or its message.
fn bound(tokens: TokenStream) -> Result<String, String> {
    let code = expand::s(quote!(tslice; #tokens));
    let text = code.to_string();
    if let Some((_, message)) = text.split_once("compile_error ! { \"") {
        return Err(message.split(" }").next().unwrap_or_default().to_owned());
    }
    let code = syn::parse2(code).unwrap_or_else(|error| panic!("{error}: {text}"));
    let value = match &code {
        Expr::Block(block) => match &block.block.stmts[0] {
            Stmt::Local(local) => local.init.as_ref().map(|init| (*init.expr).clone()),
            _ => None,
        },
        _ => return Ok("literal".to_owned()),
    };
    let Some(Expr::Tuple(values)) = value else {
        panic!("{text}")
    };
    Ok(normal(&values.elems[0]).whole())
}

#[test]
fn expressions_of_rust_are_bounds_or_refused_by_name() {
    let mut random = Random(7);
    let (mut accepted, mut unlisted) = (0, Vec::new());
    for _ in 0..900 {
        let deep = random.below(4);
        let text = expression(&mut random, deep, true);
        let Ok(expr) = syn::parse_str::<Expr>(&text) else {
            continue;
        };
        let tokens: TokenStream = text.parse().expect("tokens");
        let fragment = TokenTree::from(Group::new(Delimiter::None, tokens.clone()));
        let alone = normal(&expr).whole();
        let cases = [
            (quote!(#tokens), alone.clone()),
            (quote!(#tokens:), alone.clone()),
            (quote!(:#tokens:2), alone.clone()),
            (quote!(::#tokens), alone.clone()),
            (quote!(0:+#tokens), alone.clone()),
            (quote!(#fragment:), alone.clone()),
            (quote!(2 * #fragment), format!("(2 * {alone})")),
            (
                quote!(f(9 - #fragment, #fragment):),
                format!("f((9 - {alone}), {alone})"),
            ),
            (quote!(#fragment.g()), format!("{alone}.g()")),
            (
                quote!(1 => #fragment as u8),
                normal(&syn::parse_str(&format!("({text}) as u8")).expect("a cast")).whole(),
            ),
        ];
        for (tokens, expected) in cases {
            match bound(tokens.clone()) {
                Ok(found) if found == "literal" => {}
                Ok(found) => {
                    if found != expected {
                        unlisted.push(format!("{tokens}: {found}, not {expected}"));
                    }
                    accepted += 1;
                }
                Err(message) => {
                    let is_listed = REFUSED.iter().any(|words| message.contains(words));
                    if !is_listed {
                        unlisted.push(format!("{tokens}: {message}"));
                    }
                }
            }
        }
    }
    assert!(unlisted.is_empty(), "{}", unlisted.join("\n"));
    assert!(accepted > 3_000, "{accepted}");
}
