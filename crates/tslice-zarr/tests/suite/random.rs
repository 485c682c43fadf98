use tslice::{DynSpec, DynTensor};
use tslice_zarr::{Element, ZarrArray};

use crate::arrays::{Made, Numbered};
use crate::chance::Chance;
use crate::oracle::{self, Entry};

/// One array, sliced by `specs` chains of one to three specs. Returns how many.
fn slices_of<T: Numbered + Element>(chance: &mut Chance, specs: usize) -> usize {
    let made = Made::by_chance::<T>(chance);
    let whole = ZarrArray::readable(&made.array).expect("an array");
    for _ in 0..specs {
        let mut array = whole.clone();
        // The elements of the selection, as an array that the next spec is applied to.
        let mut expected: (Vec<usize>, Vec<Vec<usize>>) = (
            made.shape.clone(),
            crate::arrays::indices(&made.shape).collect(),
        );
        let mut texts = vec![];
        for _ in 0..1 + chance.below(3) {
            let entries = oracle::by_chance(chance, &expected.0);
            let text = oracle::text(&entries);
            texts.push(text.clone());
            let spec: DynSpec = text
                .parse()
                .unwrap_or_else(|error| panic!("{text}: {error}"));
            let next = array.try_tslice(&spec);
            let Some(selected) = oracle::select(&entries, &expected.0) else {
                assert!(next.is_err(), "{texts:?} of {:?}", made.shape);
                break;
            };
            array = next.unwrap_or_else(|error| panic!("{texts:?} of {:?}: {error}", made.shape));
            let old = expected;
            let at = |index: &Vec<usize>| old.1[crate::arrays::number(index, &old.0)].clone();
            expected = (
                selected.shape(),
                selected.indices().iter().map(at).collect(),
            );
        }
        let message = || format!("{texts:?} of {}", made.metadata);
        assert_eq!(array.shape(), expected.0, "{}", message());
        let read: DynTensor<T> = array
            .read()
            .unwrap_or_else(|error| panic!("{}: {error}", message()));
        let elements = expected.1.iter().map(|index| made.element::<T>(index));
        let read = read.as_slice().expect("row-major");
        assert!(read.iter().copied().eq(elements), "{}: {read:?}", message());
        // The same bytes, in both directions along their axis.
        let bytes = array.into_bytes();
        let forth = bytes
            .read::<u8>()
            .unwrap_or_else(|error| panic!("{}: {error}", message()))
            .into_vec();
        assert_eq!(forth, bytemuck::cast_slice::<T, u8>(read), "{}", message());
        let back: DynSpec = "..., ::-1".parse().expect("a spec");
        let back = bytes.tslice(&back).read::<u8>().expect("a read").into_vec();
        let turned = forth
            .chunks(size_of::<T>())
            .flat_map(|element| element.iter().rev());
        assert!(back.iter().eq(turned), "{}", message());
    }
    specs
}

fn cases(count: usize, seed: u64) {
    let mut chance = Chance::new(seed);
    let kinds = [
        slices_of::<u8>,
        slices_of::<u16>,
        slices_of::<u32>,
        slices_of::<u64>,
        slices_of::<i8>,
        slices_of::<i16>,
        slices_of::<i32>,
        slices_of::<i64>,
        slices_of::<f32>,
        slices_of::<f64>,
        slices_of::<bool>,
        slices_of::<half::f16>,
        slices_of::<half::bf16>,
        slices_of::<num_complex::Complex<f32>>,
    ];
    let mut done = 0;
    while done < count {
        let kind = chance.of(&kinds);
        done += kind(&mut chance, 10);
    }
}

#[test]
fn random_slices_match_oracle() {
    cases(2_000, 2026);
}

/// `cargo test --release -- --ignored a_hundred_thousand`
#[test]
#[ignore = "ten seconds in a release build"]
fn hundred_thousand_random_slices_match_oracle() {
    let seed = std::env::var("SEED")
        .ok()
        .and_then(|seed| seed.parse().ok())
        .unwrap_or(7);
    cases(100_000, seed);
}

#[test]
fn read_into_keeps_the_surroundings() {
    let mut chance = Chance::new(5);
    let mut seen = 0;
    while seen < 50 {
        let made = Made::by_chance::<i32>(&mut chance);
        let array = ZarrArray::readable(&made.array).expect("an array");
        let entries = [Entry::Ellipsis, Entry::Range(None, None, Some(-1))];
        let Some(selected) = oracle::select(&entries, &made.shape) else {
            continue;
        };
        let spec: DynSpec = oracle::text(&entries).parse().expect("a spec");
        let shape = selected.shape();
        let doubled: Vec<usize> = shape.iter().map(|len| len * 2).collect();
        let mut target = DynTensor::full(&doubled, -1);
        let every: DynSpec = vec!["1::2"; shape.len()]
            .join(", ")
            .parse()
            .expect("a spec");
        array
            .tslice(&spec)
            .read_into(&mut target.slice_mut(&every))
            .expect("a read");
        let read: DynTensor<i32> = array.tslice(&spec).read().expect("a read");
        assert_eq!(target.slice(&every), read);
        let others = target.len() - read.len();
        assert!(target.into_iter().filter(|&x| x == -1).count() >= others);
        seen += 1;
    }
}
