//! What safe code can name, hidden items included, has no raw pointer, storage or layout to forge
//! an array of.
//!
//! The sources of the crates are read. `unreachable_pub` holds that what is `pub` there can be
//! reached. Of every safe function that is `pub`, and of every safe method of a trait that is
//! `pub`:
//! 1. No argument and no result is a raw pointer or a `NonNull`. `as_ptr` and `as_mut_ptr` return
//!    one, as those of slices do.
//! 2. No argument and no result is a storage: an `Owned`, a `Ref` or a `Mut` that is no parameter
//!    of another type.
//! 3. A result that is a layout has an argument that is one: who has none gets none. No constant is
//!    one.
//!
//! Of functions inside of functions and of macros, whatever their visibility is, no safe one takes
//! a raw pointer. They are read as tokens: what a macro writes is not an item before it is expanded.
//!
//! A function that takes a `Key` is no function for others: to make one is `unsafe`, and no part of
//! the API.

use std::path::{Path, PathBuf};

use proc_macro2::{Delimiter, TokenStream, TokenTree};
use syn::{
    Fields, FnArg, GenericArgument, ImplItem, Item, PathArguments, ReturnType, Safety, Signature,
    TraitItem, Type, Visibility,
};

/// Types through which a value of their parameter can be had.
const TRANSPARENT: [&str; 5] = ["Option", "Result", "Vec", "Box", "SmallVec"];
const STORAGES: [&str; 3] = ["Owned", "Ref", "Mut"];
const LAYOUTS: [&str; 4] = ["Layout", "Fixed", "Dynamic", "RawElements"];

/// What a type holds.
#[derive(Clone, Copy, Default)]
struct Holds {
    pointer: bool,
    storage: bool,
    layout: bool,
    key: bool,
}

impl Holds {
    fn or(self, other: Self) -> Self {
        Self {
            pointer: self.pointer || other.pointer,
            storage: self.storage || other.storage,
            layout: self.layout || other.layout,
            key: self.key || other.key,
        }
    }

    fn of_all<'t>(types: impl Iterator<Item = &'t Type>) -> Self {
        types.map(Self::of).fold(Self::default(), Self::or)
    }

    fn of(ty: &Type) -> Self {
        match ty {
            Type::Ptr(_) => Self {
                pointer: true,
                ..Self::default()
            },
            Type::Reference(to) => Self::of(&to.elem),
            Type::Slice(of) => Self::of(&of.elem),
            Type::Array(of) => Self::of(&of.elem),
            Type::Paren(of) => Self::of(&of.elem),
            Type::Group(of) => Self::of(&of.elem),
            Type::Tuple(of) => Self::of_all(of.elems.iter()),
            Type::Path(path) => {
                let Some(last) = path.path.segments.last() else {
                    return Self::default();
                };
                let name = last.ident.to_string();
                let own = Self {
                    pointer: name == "NonNull",
                    storage: STORAGES.contains(&name.as_str()) && !last.arguments.is_empty(),
                    layout: LAYOUTS.contains(&name.as_str()),
                    key: name == "Key",
                };
                match &last.arguments {
                    PathArguments::AngleBracketed(list) if TRANSPARENT.contains(&name.as_str()) => {
                        let types = list.args.iter().filter_map(|argument| match argument {
                            GenericArgument::Type(ty) => Some(ty),
                            _ => None,
                        });
                        own.or(Self::of_all(types))
                    }
                    _ => own,
                }
            }
            _ => Self::default(),
        }
    }
}

/// What is wrong with a function, if it is safe.
fn fault(signature: &Signature) -> Option<&'static str> {
    let types = signature.inputs.iter().filter_map(|input| match input {
        FnArg::Typed(typed) => Some(&*typed.ty),
        FnArg::Receiver(_) => None,
    });
    let takes = Holds::of_all(types);
    if matches!(signature.safety, Safety::Unsafe(_)) || takes.key {
        return None;
    }
    let gives = match &signature.output {
        ReturnType::Default => Holds::default(),
        ReturnType::Type(_, ty) => Holds::of(ty),
    };
    let as_of_slices = signature.ident == "as_ptr" || signature.ident == "as_mut_ptr";
    match () {
        () if takes.pointer => Some("takes a raw pointer"),
        () if gives.pointer && !as_of_slices => Some("returns a raw pointer"),
        () if takes.storage || gives.storage => Some("takes or returns a storage"),
        () if gives.layout && !takes.layout => Some("hands out a layout"),
        () => None,
    }
}

fn is_public(visibility: &Visibility) -> bool {
    matches!(visibility, Visibility::Public(_))
}

/// The functions that were looked at, and the faults of some.
#[derive(Default)]
struct Report {
    functions: usize,
    faults: Vec<String>,
}

impl Report {
    fn function(&mut self, owner: &str, signature: &Signature) {
        self.functions += 1;
        if let Some(fault) = fault(signature) {
            self.faults
                .push(format!("{owner}::{} {fault}", signature.ident));
        }
    }

    fn constant(&mut self, owner: &str, name: &syn::Ident, ty: &Type) {
        let holds = Holds::of(ty);
        if holds.pointer || holds.storage || holds.layout || holds.key {
            self.faults.push(format!(
                "{owner}::{name} is a pointer, a storage, a layout or a key"
            ));
        }
    }

    fn items(&mut self, file: &str, items: &[Item]) {
        for item in items {
            match item {
                Item::Fn(item) if is_public(&item.vis) => self.function(file, &item.sig),
                Item::Const(item) if is_public(&item.vis) => {
                    self.constant(file, &item.ident, &item.ty)
                }
                Item::Static(item) if is_public(&item.vis) => {
                    self.constant(file, &item.ident, &item.ty)
                }
                Item::Trait(item) if is_public(&item.vis) => {
                    let owner = format!("{file}: {}", item.ident);
                    for item in &item.items {
                        match item {
                            TraitItem::Fn(item) => self.function(&owner, &item.sig),
                            TraitItem::Const(item) => self.constant(&owner, &item.ident, &item.ty),
                            _ => {}
                        }
                    }
                }
                Item::Impl(item) if item.trait_.is_none() => {
                    for item in &item.items {
                        match item {
                            ImplItem::Fn(item) if is_public(&item.vis) => {
                                self.function(file, &item.sig)
                            }
                            ImplItem::Const(item) if is_public(&item.vis) => {
                                self.constant(file, &item.ident, &item.ty);
                            }
                            _ => {}
                        }
                    }
                }
                Item::Struct(item) if is_public(&item.vis) => {
                    for field in &item.fields {
                        let holds = Holds::of(&field.ty);
                        if is_public(&field.vis) && (holds.pointer || holds.storage || holds.layout)
                        {
                            self.faults.push(format!(
                                "{file}: {} has a public part of an array",
                                item.ident
                            ));
                        }
                    }
                }
                Item::Mod(item) => {
                    if let Some((_, items)) = &item.content {
                        self.items(file, items);
                    }
                }
                _ => {}
            }
        }
    }
}

/// The safe functions inside of functions and of macros that take a raw pointer.
fn nested_faults(tokens: TokenStream, is_nested: bool, faults: &mut Vec<String>) {
    let tokens: Vec<TokenTree> = tokens.into_iter().collect();
    let is = |at: usize, text: &str| {
        tokens
            .get(at)
            .is_some_and(|token| token.to_string() == text)
    };
    let group = |at: usize, delimiter| match tokens.get(at) {
        Some(TokenTree::Group(group)) if group.delimiter() == delimiter => Some(group.stream()),
        _ => None,
    };
    let mut is_body = false;
    for at in 0..tokens.len() {
        if is(at, "fn") && matches!(tokens.get(at + 1), Some(TokenTree::Ident(_))) {
            // Behind the generics, whose bounds may have parentheses.
            let mut depth = 0;
            let parameters = (at..tokens.len()).find_map(|at| {
                let is_arrow = at > 0 && is(at - 1, "-");
                depth += i32::from(is(at, "<")) - i32::from(is(at, ">") && !is_arrow);
                group(at, Delimiter::Parenthesis).filter(|_| depth == 0)
            });
            let takes = parameters.map_or_else(String::new, |list| list.to_string());
            let is_unsafe = (at.saturating_sub(3)..at).any(|before| is(before, "unsafe"));
            let has_pointer = ["* const", "* mut", "*const", "*mut", "NonNull"]
                .iter()
                .any(|pointer| takes.contains(pointer));
            if is_nested && has_pointer && !is_unsafe && !takes.contains("Key") {
                faults.push(format!("{} takes a raw pointer", tokens[at + 1]));
            }
            is_body = true;
        }
        if let Some(TokenTree::Group(group)) = tokens.get(at) {
            let is_brace = group.delimiter() == Delimiter::Brace;
            let is_macro = at >= 3 && is(at - 3, "macro_rules");
            nested_faults(
                group.stream(),
                is_nested || is_macro || is_body && is_brace,
                faults,
            );
            is_body &= !is_brace;
        } else if is(at, ";") {
            is_body = false;
        }
    }
}

/// The sources of this workspace's crates whose names begin as that of the crate does, without
/// their tests.
fn sources() -> Vec<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let list = |folder: &Path| -> Vec<PathBuf> {
        folder
            .read_dir()
            .expect("a folder")
            .map(|entry| entry.expect("an entry").path())
            .collect()
    };
    let name = |path: &Path| {
        path.file_name()
            .unwrap_or_default()
            .to_string_lossy()
            .into_owned()
    };
    let crates = [list(&root), list(&root.join("crates"))]
        .concat()
        .into_iter()
        .filter(|path| name(path).starts_with("tslice"));
    let mut folders: Vec<PathBuf> = crates.map(|path| path.join("src")).collect();
    let mut files = Vec::new();
    while let Some(folder) = folders.pop() {
        for path in list(&folder) {
            match name(&path).as_str() {
                "tests" | "tests.rs" => {}
                _ if path.is_dir() => folders.push(path),
                file if file.ends_with(".rs") => files.push(path),
                _ => {}
            }
        }
    }
    files
}

fn report(name: &str, text: &str) -> Report {
    let mut report = Report::default();
    let file = syn::parse_file(text).unwrap_or_else(|error| panic!("{name}: {error}"));
    report.items(name, &file.items);
    report
}

#[test]
fn safe_functions_take_no_pointer_storage_or_layout() {
    let (mut functions, mut faults) = (0, Vec::new());
    for path in sources() {
        let name = path
            .file_name()
            .unwrap_or_default()
            .to_string_lossy()
            .into_owned();
        let found = report(&name, &std::fs::read_to_string(&path).expect("a file"));
        functions += found.functions;
        faults.extend(found.faults);
        let text = std::fs::read_to_string(&path).expect("a file");
        let mut nested = Vec::new();
        nested_faults(text.parse().expect("tokens"), false, &mut nested);
        faults.extend(nested.iter().map(|fault| format!("{name}: {fault}")));
    }
    assert!(functions > 400, "{functions} functions were looked at");
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

#[test]
fn types_that_are_looked_for_exist() {
    let text: String = sources()
        .iter()
        .map(|path| std::fs::read_to_string(path).expect("a file"))
        .collect();
    for name in STORAGES.iter().chain(&LAYOUTS).chain(&["Key"]) {
        let is_defined = ["struct", "trait"].iter().any(|kind| {
            let defined = format!("{kind} {name}");
            let mut ends = text
                .match_indices(&defined)
                .map(|(at, _)| at + defined.len());
            ends.any(|end| !text[end..].starts_with(|c: char| c.is_alphanumeric() || c == '_'))
        });
        assert!(is_defined, "{name} does not exist");
    }
}

#[test]
fn functions_inside_of_others_are_seen() {
    let faulty = [
        "fn outer() { fn inner(first: *const u8) {} }",
        "macro_rules! row { ($t:ty) => { fn inner<U: Fn()>(first: *mut $t) {} } }",
        "impl A { unsafe fn outer() -> u8 { if true { const fn inner(f: NonNull<u8>) {} } 0 } }",
    ];
    let sound = [
        "fn outer(first: *const u8) { unsafe fn inner(first: *const u8) {} }",
        "fn outer() { fn inner(first: &u8) {} }",
        "macro_rules! row { ($t:ty) => { unsafe extern \"C\" fn inner(first: *mut $t) {} } }",
    ];
    for (texts, count) in [(&faulty, 1), (&sound, 0)] {
        for text in texts.iter() {
            let mut faults = Vec::new();
            nested_faults(text.parse().expect("tokens"), false, &mut faults);
            assert_eq!(faults.len(), count, "{text}");
        }
    }
}

#[test]
fn to_make_a_key_is_unsafe() {
    let mut defined = 0;
    for path in sources() {
        let text = std::fs::read_to_string(&path).expect("a file");
        if !text.contains("struct Key") {
            continue;
        }
        for item in syn::parse_file(&text).expect("Rust").items {
            let Item::Struct(item) = item else { continue };
            if item.ident != "Key" {
                continue;
            }
            defined += 1;
            let Fields::Unnamed(fields) = &item.fields else {
                panic!("`Key` has one field without a name")
            };
            assert!(
                fields
                    .unnamed
                    .iter()
                    .all(|field| matches!(field.vis, Visibility::Inherited))
            );
            // The one function that makes one is `unsafe`.
            assert_eq!(text.matches("Self(())").count(), 1);
            assert!(text.contains("const unsafe fn new() -> Self {\n        Self(())"));
        }
    }
    assert_eq!(defined, 1);
}

#[test]
fn what_forges_arrays_is_seen() {
    let faulty = [
        "pub trait Borrowed { fn borrow(first: NonNull<u8>) -> Self; }",
        "pub trait Read { #[doc(hidden)] fn lend(&self, first: core::ptr::NonNull<u8>) -> Self::Shared<'_>; }",
        "pub trait MultiSlice<'a, T, D> { fn split(self, first: Mut<'a, T>, layout: &D::Layout) -> Self::Views; }",
        "pub trait StaticShape: Dims { const ROW_MAJOR: Option<Self::Layout>; }",
        "pub trait Operand { fn first(&mut self) -> [*mut u8; 2]; }",
        "pub fn layout<D: Dims>(shape: &[usize]) -> Result<D::Layout, ShapeError> { todo!() }",
        "impl<T> Ref<'_, T> { pub const fn at(&self) -> Option<(usize, *const T)> { None } }",
        "pub struct Array<S, D: Dims> { pub layout: D::Layout }",
        "mod inner { pub fn storage<T>(data: Vec<T>) -> Owned<T> { todo!() } }",
    ];
    for text in faulty {
        assert_eq!(report("faulty", text).faults.len(), 1, "{text}");
    }
    let sound = [
        "pub trait Read { fn ptr(&self, _: Key) -> NonNull<u8>; }",
        "pub trait Dims { fn ranked(layout: &Self::Layout) -> <Self::Ranked as Dims>::Layout; }",
        "impl<T> Array<Ref<'_, T>, Dyn> { pub fn view(&self) -> Array<Ref<'_, T>, Dyn> { todo!() } }",
        "impl<T> Array<T> { pub fn as_ptr(&self) -> *const T { todo!() } }",
        "impl<T> Array<T> { pub unsafe fn from_raw_parts(ptr: *const T) -> Self { todo!() } }",
        "impl<T> Array<T> { pub(super) fn first(&self) -> NonNull<T> { todo!() } }",
    ];
    for text in sound {
        assert!(report("sound", text).faults.is_empty(), "{text}");
    }
}
