//! The items of `spec!`.

use super::input;
use crate::items;

#[test]
fn items_keep_what_is_written_before_the_name() {
    let text = "/// Words.\n#[allow(dead_code)] pub(crate) const A = [1:]; static B: u8 = [::0]; \
                pub const C = [n]; const D = (1); const E = [2],";
    let code = items::spec(input(text)).to_string();
    assert_eq!(code.matches("compile_error").count(), 4, "{code}");
    for part in [
        "# [doc = \" Words.\"] # [allow (dead_code)] pub (crate) const A : tslice :: Spec < 1 , tslice :: __private ::",
        "Kinds < 0x2 , 1 , 1 > > = { tslice :: __private :: Literal :: < 1 , 0x2 , 1 , 1 > {",
        "static B : tslice ::",
        "pub const C : tslice ::",
        "= { let (__begin_0 ,) = (tslice :: __private :: bound (n) ,) ;",
        "const E : tslice ::",
    ] {
        assert!(code.contains(part), "{part} in {code}");
    }
    assert!(!code.contains("const D"), "{code}");
}

#[test]
fn mistakes_of_an_item_stand_under_its_conditions() {
    let text = "/// Words.\n#[cfg(any())] #[allow(dead_code)] #[cfg(test)] const A = [1:2:0, ::0]; #[inline] const B = [::0]; \
                #[cfg(any())] let c = [1];";
    let code = items::spec(input(text)).to_string();
    let of = |words| code.matches(words).count();
    assert_eq!(of("core :: compile_error"), 4, "{code}");
    assert_eq!(
        of("# [cfg (any ())] # [cfg (test)] core :: compile_error"),
        2,
        "{code}"
    );
    assert_eq!(of("# [cfg (any ())] core :: compile_error"), 1, "{code}");
    assert_eq!(of("] core :: compile_error"), 3, "{code}");
}

#[test]
fn last_item_needs_no_semicolon() {
    let named = items::spec(input("const A = [1]")).to_string();
    assert_eq!(named, items::spec(input("const A = [1];")).to_string());
    let names = crate::axes::axes(input("Frame = y, x")).to_string();
    assert_eq!(names, crate::axes::axes(input("Frame = y, x;")).to_string());
}

#[test]
fn each_mistake_of_an_item_is_named() {
    const ITEM: &str = "expected an item such as `pub const NAME = [1:3, ..];`";
    const END: &str = "a named spec ends with `]` and `;`";
    for (item, words) in [
        ("const A: u8 = [1];", ITEM),
        ("const A: = [1];", ITEM),
        ("const A: [4] = [1];", "a signature has two shapes"),
        ("const A = [1] + 2;", END),
        ("const A = [1:2] const B = [1:2];", END),
        ("let a = [1];", ITEM),
        ("const A = 1:2;", ITEM),
        ("const A;", ITEM),
        ("const A =;", ITEM),
        ("const A =", ITEM),
        ("const", ITEM),
        ("const;", ITEM),
        ("const = [1];", ITEM),
        ("= const A [1];", ITEM),
        ("static mut A = [1];", ITEM),
        ("const fn a() = [1];", ITEM),
        ("const A = [1:2:0];", "the stride is 0"),
        ("const A, B = [1];", ITEM),
        ("const A B = [1];", ITEM),
        ("const A<const N: usize> = [1];", ITEM),
        ("const A = s![1:2];", ITEM),
        ("const A = (1:2);", ITEM),
        ("const A = &[1:2];", ITEM),
        ("const A [1:2];", ITEM),
    ] {
        let code = items::spec(input(item)).to_string();
        assert_eq!(code.matches("compile_error").count(), 1, "{item}: {code}");
        assert!(code.contains(words), "{item}: {code}");
    }
}
