//! Pages about the crate. This module exists in the documentation only.

macro_rules! pages {
    ($($page:ident)+) => {$(
        #[doc = include_str!(concat!("../docs/", stringify!($page), ".md"))]
        pub mod $page {}
    )+};
}

pages! { numpy ndarray why limits tensorflow recipes computing proofs tensors design }
