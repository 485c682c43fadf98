use tslice::{DynViewMut, Elements, Mut, Rank, ViewMut};

fn typed<'s>(view: ViewMut<'s, &'static str, 1>) -> ViewMut<'s, &'s str, 1> {
    view
}

fn dynamic<'s>(view: DynViewMut<'s, &'static str>) -> DynViewMut<'s, &'s str> {
    view
}

fn iterator<'s>(
    iter: Elements<Mut<'s, &'static str>, Rank<1>>,
) -> Elements<Mut<'s, &'s str>, Rank<1>> {
    iter
}

fn main() {}
