//! Unit tests of `copy::is_copy`.

use core::mem::MaybeUninit;
use core::num::NonZero;
use std::boxed::Box;
use std::rc::Rc;
use std::string::String;

use super::{is_copy, is_primitive};

#[test]
fn primitives_and_arrays_of_any_length_are_copy() {
    assert!(is_copy::<u8>() && is_copy::<i128>() && is_copy::<f64>() && is_copy::<()>());
    assert!(is_copy::<bool>() && is_copy::<char>() && is_copy::<NonZero<u32>>());
    assert!(is_copy::<[f32; 10]>() && is_copy::<[[bool; 7]; 31]>() && is_copy::<[u8; 0]>());
}

#[test]
fn primitives_are_known_without_the_standard_library() {
    #[derive(Clone, Copy)]
    #[expect(dead_code, reason = "only its type matters")]
    struct Wrapped(u8);
    assert!(
        is_primitive::<u8>()
            && is_primitive::<f64>()
            && is_primitive::<char>()
            && is_primitive::<[bool; 3]>()
    );
    assert!(!is_primitive::<Wrapped>() && !is_primitive::<&u8>() && !is_primitive::<String>());
    fn of_a_reference<'a, T>(_: &'a T) -> bool {
        is_primitive::<(&'a T, T)>() || is_primitive::<&'a T>()
    }
    assert!(!of_a_reference(&String::from(
        "a lifetime that is not static"
    )));
}

#[test]
fn structs_and_enums_may_be_copy() {
    #[derive(Clone, Copy)]
    #[expect(dead_code, reason = "only its type matters")]
    struct Padded(u8, u32);
    #[derive(Clone, Copy)]
    struct Complex<T>(T, T);
    #[derive(Clone, Copy)]
    #[expect(dead_code, reason = "only its type matters")]
    enum Choice<'a> {
        Nothing,
        Letter(char),
        Name(&'a str),
    }
    assert!(is_copy::<Padded>() && is_copy::<(u8, u32)>() && is_copy::<Choice<'_>>());
    assert!(is_copy::<Complex<f32>>() && is_copy::<MaybeUninit<u8>>());
    assert!(!is_copy::<Complex<String>>() && !is_copy::<MaybeUninit<Box<u8>>>());
}

#[test]
fn pointers_are_copy_if_they_are_shared() {
    assert!(is_copy::<&str>() && is_copy::<Option<&u8>>() && is_copy::<&dyn Send>());
    assert!(is_copy::<fn(String) -> Rc<u8>>() && is_copy::<*mut String>());
    assert!(!is_copy::<&mut u8>() && !is_copy::<Option<Box<u8>>>());
}

#[test]
fn copy_type_is_copy_whatever_its_clone() {
    #[derive(Copy)]
    struct Lying;
    #[expect(
        clippy::non_canonical_clone_impl,
        reason = "this one is not to be called"
    )]
    impl Clone for Lying {
        fn clone(&self) -> Self {
            panic!("a `Copy` element is moved as bytes")
        }
    }
    assert!(is_copy::<Lying>() && is_copy::<[Lying; 2]>());
}
