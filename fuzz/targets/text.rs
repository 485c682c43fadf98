//! Any text is a spec that prints as text of itself, or a mistake inside the text.
#![no_main]

use libfuzzer_sys::fuzz_target;
use tslice::traits::AsEncoding as _;
use tslice::{DynSpec, Encoding};

fuzz_target!(|text: &str| {
    match text.parse::<DynSpec>() {
        Ok(spec) => {
            assert_eq!(spec.to_string().parse::<DynSpec>().as_ref(), Ok(&spec));
            // Windows and lists are more than the encoding.
            if let Ok(encoding) = Encoding::try_from(spec.as_encoding()) {
                assert_eq!(DynSpec::try_from(encoding), Ok(spec));
            }
        }
        Err(error) => {
            assert!(text.get(error.span()).is_some());
            assert!(error.to_string().lines().count() >= 3);
        }
    }
});
