use tslice::{DynView, Elements, Rank, Ref, Tensor, View, s};

fn typed() -> View<'static, u8, 1> {
    let t = Tensor::<u8, 2>::zeros([2, 2]);
    t.slice(s![0])
}

fn dynamic() -> DynView<'static, u8> {
    let t = Tensor::<u8, 2>::zeros([2, 2]).into_dyn();
    t.slice(s![0])
}

fn iterator() -> Elements<Ref<'static, u8>, Rank<2>> {
    let t = Tensor::<u8, 2>::zeros([2, 2]);
    t.iter()
}

fn element<'a>() -> &'a u8 {
    let t = Tensor::<u8, 2>::zeros([2, 2]);
    &t[[0, 0]]
}

fn main() {
    let view = {
        let data = vec![1, 2, 3];
        View::from_shape([3], &data).unwrap()
    };
    view.len();
}
