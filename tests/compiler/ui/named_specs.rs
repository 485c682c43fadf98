tslice::spec! {
    pub const TYPED: usize = [1:2];
}
tslice::spec! {
    const LIST = [[0, 2]];
    static OPEN = [1:2:0];
    const NEXT = [1:2];
}
tslice::spec! {
    const WITHOUT_SEMICOLON = [1:2]
}
tslice::spec! {
    let local = [1:2];
    const AFTER = [1:2];
    const NO_SPEC = 1:2;
}

fn main() {
    let t = tslice::Tensor::<f32, 1>::zeros([4]);
    drop((t.slice(LIST), t.slice(OPEN), t.slice(NEXT)));
    drop((t.slice(TYPED), t.slice(WITHOUT_SEMICOLON), t.slice(AFTER)));
}
