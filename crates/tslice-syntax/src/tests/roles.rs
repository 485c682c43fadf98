//! What each token means, one letter a token.

use alloc::string::String;

use crate::{Role, lex_text};

fn roles(spec: &str) -> String {
    let letter = |role| match role {
        Role::Comma => ',',
        Role::Colon => ':',
        Role::Semicolon => ';',
        Role::Dots => '.',
        Role::Arrow => '>',
        Role::Equals => '=',
        Role::Operand => 'x',
        Role::Keyword => 'k',
        Role::Path => 'p',
        Role::Generic => 'g',
        Role::Operator => 'o',
    };
    lex_text(spec)
        .iter()
        .map(|lexeme| letter(lexeme.role))
        .collect()
}

#[test]
fn punctuation_belongs_to_language_or_expression() {
    let table = [
        ("", ""),
        ("0, ::n", "x,::x"),
        ("0 => ::n", "x>>::x"),
        ("newaxis::n", "x::x"),
        ("None::n", "x::x"),
        ("a::None::n", "xppxppx"),
        ("newaxes::n", "xppx"),
        ("1::n", "x::x"),
        ("(1)::n", "x::x"),
        ("f()?::n", "xxo::x"),
        ("n::-1", "x::ox"),
        ("n::<u8>", "xppggg"),
        ("f::<A<u8>, B>(x), 1", "xppggggggggx,x"),
        ("f::<fn(A) -> B, C>():", "xppgggggggggx:"),
        ("f::<dyn A, as>():", "xppggggggx:"),
        ("<A as B<C<u8>, D>>::N:1", "gggggggggggggppx:x"),
        ("a < b, c > d", "xox,xox"),
        ("a << b::c", "xooxppx"),
        ("a < <B as C>::N", "xogggggppx"),
        ("a == b", "xoox"),
        ("a == ::b::c", "xooppxppx"),
        ("a = b", "x=x"),
        ("Video: time = ::n, x=-1", "x:x=::x,x=ox"),
        ("a <= b", "xoox"),
        ("a += b >> c", "xooxoox"),
        ("x as usize: :y", "xkx::x"),
        ("x as Id<usize>, 1", "xkxggg,x"),
        ("x as a::Id<A, B>:1", "xkxppxggggg:x"),
        ("x as usize + y < z", "xkxoxox"),
        ("q.x::n", "xox::x"),
        ("q.f::<n>()", "xoxppgggx"),
        ("q.await::n", "xok::x"),
        ("_::_:_", "x::x:x"),
        ("..", ".."),
        ("...", "..."),
        ("....", "...."),
        ("1..=2", "x...x"),
        ("1.. = 2", "x..=x"),
        (".. .", "..o"),
        ("1;2", "x;x"),
    ];
    for (spec, expected) in table {
        assert_eq!(roles(spec), expected, "{spec}");
    }
}
