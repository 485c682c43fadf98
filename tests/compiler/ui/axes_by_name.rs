use tslice::{SpecType, Tensor, axes, s, spec};

axes! {
    pub Video = time, y, x, channel;
}

spec! {
    const NO_NAME = [Video: t = 0];
    const NO_TYPE = [Movie: time = 0];
}

fn main() {
    let t = Tensor::<f32, 4>::zeros([4, 5, 6, 3]);
    let name = t.slice(s![Video: chanel = 0, time = 1]);
    let twice = t.slice(s![Video: time = 0, y = 1, time = 2]);
    let no_sign = t.slice(s![Video: time ::2, y, x == 1]);
    let arrow = t.slice(s![Video: time => ::2, 1 => 0]);
    let plain = t.slice(s![Video: y = 0, 2:3, .., newaxis]);
    let no_entry = t.slice(s![Video: y = , x = newaxis]);
    let no_axis = t.slice(s![Video: = 2, 1 = 0, x = y = 2]);
    let bounds = t.slice(s![Video: y = 1.5, x = ::0, time = ([0], [1])]);
    let of_no_type = t.slice(s![time = 0]);
    let no_macro = t.slice(s![Vide: y = 0]);
    let no_module = t.slice(s![film::Video: y = 0]);
    let ty: SpecType![Video: chanel = _];
}
