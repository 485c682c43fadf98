use tslice::{Shape, Tensor, axes, checked, s, split_mut};

axes! {
    pub Video = time, y, x, channel;
}

fn main() {
    let picture = Tensor::<f32, 3>::zeros([5, 6, 3]);
    picture.slice(s![Video: time = ::2, channel = 0]);
    let mut video = Tensor::<f32, 4>::zeros([4, 5, 6, 3]);
    video.slice(s![Video: time = f64::from(1.5f32)]);
    video.sum_axis(Video::tim);
    split_mut!(video, [Video: y = :4], [Video: y = 3:]);
    split_mut!(video, [Video: y = :4], [Video: x = 3:]);
    let fixed = video.view().into_static::<Shape![4, 5, 6, 3]>().unwrap();
    fixed.slice(checked![Video: y = 1, channel = 3]);
}
