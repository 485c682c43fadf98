use tslice::{DynViewMut, IterMut, ViewMut};

fn typed<'s>(view: ViewMut<'s, &'static str, 1>) -> ViewMut<'s, &'s str, 1> {
    view
}

fn dynamic<'s>(view: DynViewMut<'s, &'static str>) -> DynViewMut<'s, &'s str> {
    view
}

fn iterator<'s>(iter: IterMut<'s, &'static str, 1>) -> IterMut<'s, &'s str, 1> {
    iter
}

fn main() {}
