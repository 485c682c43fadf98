//! Writing through slices with gaps: every element between those of the slice keeps its value.

use tslice::{Tensor, View, ViewMut, s};

/// As many pixels as make every kernel worth its while, and a few more.
const PIXELS: usize = 3001;

fn byte(i: usize) -> u8 {
    u8::try_from(i % 251).expect("below 251")
}

#[test]
fn scatter_writes_only_one_channel() {
    for channels in [2, 3, 4, 7] {
        for channel in 0..channels {
            let mut data = vec![255; 3 * PIXELS * channels];
            let source: Vec<u8> = (0..3 * PIXELS).map(byte).collect();
            let mut picture =
                ViewMut::from_shape([3, PIXELS, channels], &mut data[..]).expect("as many");
            let plane = View::from_shape([3, PIXELS], &source[..]).expect("as many");
            picture.slice_mut(s![.., channel]).assign(&plane);
            for (i, pixel) in data.chunks(channels).enumerate() {
                for (c, value) in pixel.iter().enumerate() {
                    assert_eq!(
                        *value,
                        if c == channel { byte(i) } else { 255 },
                        "pixel {i}, channel {c}"
                    );
                }
            }
        }
    }
}

#[test]
fn two_of_four_channels_are_filled() {
    let mut picture = Tensor::<u8, 3>::full([5, PIXELS, 4], 9);
    picture.slice_mut(s![.., 1::2]).fill(200);
    picture.slice_mut(s![:, ::2, 0]).fill(100);
    for (i, value) in picture.to_vec().into_iter().enumerate() {
        let (column, channel) = (i / 4 % PIXELS, i % 4);
        let expected = match channel {
            1 | 3 => 200,
            0 if column.is_multiple_of(2) => 100,
            _ => 9,
        };
        assert_eq!(value, expected, "column {column}, channel {channel}");
    }
}

#[test]
fn a_mirror_is_written_as_it_is_read() {
    let source =
        Tensor::from_shape_vec([7, 501, 3], (0..7 * 501 * 3).map(byte).collect()).expect("as many");
    let mut target = Tensor::<u8, 3>::full([7, 501, 3], 0);
    target.slice_mut(s![:, ::-1, :]).assign(&source);
    for y in 0..7 {
        for x in 0..501 {
            for c in 0..3 {
                assert_eq!(target[[y, x, c]], source[[y, 500 - x, c]], "{y} {x} {c}");
            }
        }
    }
    target.slice_mut(s![::-1, ::-1, ::-1]).assign(&source);
    let reversed: Vec<u8> = source.to_vec().into_iter().rev().collect();
    assert_eq!(target.to_vec(), reversed);
}

#[test]
fn scatter_takes_strided_and_reversed_sources() {
    let wide: Vec<f32> = (0..u16::try_from(40 * 200).expect("a small number"))
        .map(f32::from)
        .collect();
    let source = View::from_shape([40, 200], &wide[..]).expect("as many");
    let mut target = Tensor::<f32, 2>::full([40, 300], -1.0);
    target
        .slice_mut(s![:, ::3])
        .assign(&source.slice(s![:, ::2]));
    target
        .slice_mut(s![:, 299:0:-3])
        .assign(&source.slice(s![:, :100]));
    for y in 0..40 {
        for x in 0..300 {
            let expected = match x % 3 {
                0 => wide[200 * y + 2 * (x / 3)],
                2 => wide[200 * y + (299 - x) / 3],
                _ => -1.0,
            };
            assert!(target[[y, x]] == expected, "{y} {x}");
        }
    }
}

/// Fills and assigns one channel over and over, while other threads do so with the others.
fn rounds(mut channel: ViewMut<'_, u8, 2>, source: &Tensor<u8, 2>, last: u8) {
    for round in 0..60 {
        channel.fill(last ^ 1);
        assert!(
            channel.iter().all(|value| *value == last ^ 1),
            "round {round}"
        );
        channel.assign(source);
        assert!(channel.iter().eq(source.iter()), "round {round}");
    }
    channel.fill(last);
}

#[test]
fn scatter_from_threads_writes_channels() {
    const SHAPE: [usize; 2] = [4, 701];
    let source = Tensor::from_shape_vec(SHAPE, (0..4 * 701).map(byte).collect()).expect("as many");
    // The fourth channel is nobody's: no thread changes it.
    let mut data: Vec<u8> = (0..4 * 701 * 4).map(byte).collect();
    let mut picture = ViewMut::from_shape([4, 701, 4], &mut data[..]).expect("as many");
    let (red, green, blue) = picture
        .try_multi_slice_mut((s![:, :, 0], s![:, :, 1], s![:, :, 2]))
        .expect("three channels");
    std::thread::scope(|scope| {
        scope.spawn(|| rounds(red, &source, 10));
        scope.spawn(|| rounds(green, &source, 20));
        scope.spawn(|| rounds(blue, &source, 30));
    });
    for (i, pixel) in data.chunks(4).enumerate() {
        assert_eq!(pixel, [10, 20, 30, byte(4 * i + 3)], "pixel {i}");
    }
}
