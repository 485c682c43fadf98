//! What is behind a URL: a store of `object_store`.

use std::ffi::OsString;

use object_store::ObjectStore;
use object_store::prefix::PrefixStore;
use url::Url;

use crate::error::ZarrError;
use crate::store::remote::Ranged;

pub(crate) type Behind = PrefixStore<Box<dyn ObjectStore>>;

/// The store behind a URL.
pub(crate) fn store(location: &str) -> Result<Ranged<Behind>, ZarrError> {
    let parsed = Url::parse(location).map_err(|error| ZarrError::wrong(location, &error))?;
    let plain = (parsed.scheme() == "http").then(|| ("allow_http".to_owned(), "true".to_owned()));
    let is = |schemes: [&str; 2]| schemes.contains(&parsed.scheme());
    let has_feature = cfg!(feature = "http") && is(["http", "https"])
        || cfg!(feature = "s3") && is(["s3", "s3a"]);
    let (store, path) =
        object_store::parse_url_opts(&parsed, settings(std::env::vars_os()).chain(plain)).map_err(
            |error| match has_feature {
                true => ZarrError::wrong(location, &error),
                false => crate::error::unsupported(location),
            },
        )?;
    // An HTTP server lists no keys, and a request for a list may be repeated for minutes.
    let is_listed = !location.starts_with("http");
    Ok(Ranged::new(PrefixStore::new(store, path), is_listed))
}

/// The variables that begin with `AWS_`. The client would also read `TIMEOUT` or `REGION`, which
/// may be set for another program.
fn settings(
    variables: impl Iterator<Item = (OsString, OsString)>,
) -> impl Iterator<Item = (String, String)> {
    variables.filter_map(|(name, value)| {
        let name = name.to_str().filter(|name| name.starts_with("AWS_"))?;
        Some((name.to_lowercase(), value.into_string().ok()?))
    })
}

#[cfg(test)]
mod tests {
    use super::{settings, store};

    #[test]
    fn variables_for_something_else_are_no_settings() {
        let variables = [
            ("AWS_REGION", "x"),
            ("REGION", "y"),
            ("TIMEOUT", "30"),
            ("aws_token", "z"),
        ];
        let variables = variables.map(|(name, value)| (name.into(), value.into()));
        assert!(settings(variables.into_iter()).eq([("aws_region".to_owned(), "x".to_owned())]));
    }

    #[cfg(unix)]
    #[test]
    fn variables_that_are_no_text_are_no_settings() {
        use std::os::unix::ffi::OsStringExt;

        let bytes = std::ffi::OsString::from_vec(vec![0xff]);
        let variables = [(bytes.clone(), "x".into()), ("AWS_REGION".into(), bytes)];
        assert_eq!(settings(variables.into_iter()).count(), 0);
    }

    #[test]
    fn url_that_is_invalid_is_named() {
        let error = store("nothing here").map(|_| ()).expect_err("no URL");
        assert!(error.to_string().starts_with("nothing here: "), "{error}");
    }
}
