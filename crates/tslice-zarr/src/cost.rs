//! Requests and bytes.

/// What reading asks of a store.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Cost {
    /// Requests.
    pub requests: u64,
    /// Bytes.
    pub bytes: u64,
}

impl std::ops::Add for Cost {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        // Bytes are as an index claims, which may be broken.
        let sum = u64::saturating_add;
        Self {
            requests: sum(self.requests, other.requests),
            bytes: sum(self.bytes, other.bytes),
        }
    }
}
