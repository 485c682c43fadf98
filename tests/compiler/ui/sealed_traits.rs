//! Traits that users name and must not implement.
#![forbid(unsafe_code)]

use tslice::{Dims, Mut, Rank, SliceError, View, traits::{AsView, MultiSlice}};

type L = <Rank<1> as Dims>::Layout;

/// Keeps the layout that it is shown.
struct Grab<'x>(&'x mut Option<L>);

impl<'a, T> MultiSlice<'a, T, Rank<1>> for Grab<'_> {
    type Views = ();

    fn split(self, _: Mut<'a, T>, layout: &L) -> Result<(), SliceError> {
        *self.0 = Some(layout.clone());
        Ok(())
    }
}

struct Numbers([u8; 3]);

impl AsView<u8> for Numbers {
    type Dims = Rank<1>;

    fn as_view(&self) -> View<'_, u8, 1> {
        View::from(&self.0)
    }
}

fn main() {}
