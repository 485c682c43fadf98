//! Pages about the crate. This module exists in the documentation only.

macro_rules! pages {
    ($($page:ident $($alias:literal)*;)+) => {$(
        $(#[doc(alias = $alias)])*
        #[doc = include_str!(concat!("../docs/", stringify!($page), ".md"))]
        pub mod $page {}
    )+};
}

pages! {
    numpy;
    ndarray;
    why;
    limits;
    tensorflow;
    recipes "swap" "sort" "rot90";
    computing "parallel" "rayon" "threads";
    proofs;
    tensors "npy" "npz" "torch" "onnx";
    design;
}
