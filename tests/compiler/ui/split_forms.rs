use tslice::{Tensor, split_mut};

fn main() {
    let mut t = Tensor::<f32, 2>::zeros([8, 8]);
    let a = split_mut!();
    let a = split_mut!(t);
    let a = split_mut!(t, [0]);
    let a = split_mut!([:2], [2:]);
    let a = split_mut!(t, :2, 2:);
    let a = split_mut!(t, [:2],, [2:]);
    let a = split_mut!(t, s![:2], [2:]);
    let a = split_mut!(t, (:2), [2:]);
    let a = split_mut!(t, [1..3], [::0]);
    let a = split_mut!(t, [.., 0, ..], [1.5], [2:]);
    let a = split_mut!(t, [0], [1], [2], [3], [4], [5], [6], [7], [8], [9], [10], [11], [12], [13], [14], [15], [16], [17]);
    let n = 1.5;
    let a = split_mut!(t, [0], [n]);
    let a = split_mut!(t; [0], [1]);
    let a = split_mut!(t, [0] [1]);
}
