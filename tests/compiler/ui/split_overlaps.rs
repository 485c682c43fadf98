use tslice::{Tensor, split_mut};

fn main() {
    let mut t = Tensor::<f32, 2>::zeros([8, 8]);
    let (a, b) = split_mut!(t, [:4], [3:]);
    let (a, b) = split_mut!(t, [:3], [-3:]);
    let (a, b) = split_mut!(t, [:, ::2], [:, ::3]);
    let (a, b) = split_mut!(t, [:, 1::2], [:, ::-2]);
    let (a, b) = split_mut!(t, [0], [.., 0]);
    let (a, b) = split_mut!(t, [0], [-1]);
    let (a, b, c) = split_mut!(t, [0], [1:3], [2]);
    let (a, b, c) = split_mut!(t, [..], [0], [1]);
    let (a, b) = split_mut!(t, [-1 => 1:], [1 => 2]);
    let (a, b) = split_mut!(t, [.., 2:5], [.., 4]);
    let (a, b) = split_mut!(t, [newaxis], []);
    let (a, b) = split_mut!(t, [0, :4], [:2, 2:]);
    let n = 3;
    let (a, b, c) = split_mut!(t, [n], [4:], [5]);
    let (a, b) = split_mut!(t, [7::1000000007], [-11:3:-998244353]);
    let (a, b) = split_mut!(t, [[1, 3, 5]], [0 => [3, 4]]);
    let (a, b) = split_mut!(t, [[0, 2, 5]], [:, ::2]);
    let (a, b) = split_mut!(t, [[-1, 2, 5]], [[3, 7]]);
    let (a, b, c) = split_mut!(t, [[0, 3, 4]], [[1, 9]], [.., [2, 3, 5], [6, 0, 1]]);
    let (a, b) = split_mut!(t, [[4, 0:2]], [1]);
    let (a, b) = split_mut!(t, [[0, 2, 2]], [1]);
    let (a, b) = split_mut!(t, [([0, 1], [0, 1])], [1]);
    let (a, b) = split_mut!(t, [0:+3], [2:+2]);
    let (a, b) = split_mut!(t, [-2:+2], [3]);
    let (a, b) = split_mut!(t, [.., 1:+3], [.., ::-2]);
    let (a, b) = split_mut!(t, [[0, 2:+2, -1]], [-3:+2]);
    let (a, b) = split_mut!(t, [0:+1, newaxis], [[0, 1, 5], 7]);
}
