//! Numbers that nobody means, lengths that no array has, ranks in the thousands: everything
//! returns.

use tslice::{Encoding, Masks, Progression, SliceError, s, traits::AsEncoding};
use tslice_algebra::{Algebra, ChunkGrid, DynRegion, Region};

const LONGEST: usize = isize::MAX as usize;
const BOUNDS: [i64; 12] = [
    i64::MIN,
    i64::MIN + 1,
    i64::MIN + 2,
    -3,
    -1,
    0,
    1,
    3,
    i64::MAX / 2,
    i64::MAX - 2,
    i64::MAX - 1,
    i64::MAX,
];

fn ranges() -> impl Iterator<Item = Encoding> {
    let bounds = BOUNDS
        .into_iter()
        .flat_map(|begin| BOUNDS.map(move |end| (begin, end)));
    let ranges = bounds.flat_map(|(begin, end)| BOUNDS.map(move |stride| [begin, end, stride]));
    ranges
        .filter(|[.., stride]| *stride != 0)
        .map(|[begin, end, stride]| Encoding {
            begin: vec![begin],
            end: vec![end],
            strides: vec![stride],
            masks: Masks::default(),
        })
}

#[test]
fn ranges_of_extremes_compose_on_every_shape() {
    let all: Vec<Encoding> = ranges().collect();
    for (k, first) in all.iter().enumerate() {
        let canonical = first.canonical().expect("no stride is 0");
        for len in [0, 1, 2, 5, LONGEST - 1, LONGEST] {
            let region = DynRegion::new(first, &[len]).expect("a range fits");
            assert_eq!(
                DynRegion::new(canonical, &[len]).as_ref(),
                Ok(&region),
                "{first:?} is not {canonical} on {len}"
            );
            assert_eq!(
                DynRegion::new(region.to_spec().expect("a range"), &[len]).as_ref(),
                Ok(&region)
            );
            // Every seventh other, another each time.
            for next in all.iter().skip(k % 7).step_by(7 * 29) {
                let stepwise = region.then(next).expect("a range fits");
                if let Some(both) = first.then(next.as_encoding()) {
                    assert_eq!(
                        DynRegion::new(both, &[len]).as_ref(),
                        Ok(&stepwise),
                        "{first:?} {next:?} {len}"
                    );
                }
            }
        }
    }
}

#[test]
fn intersection_on_the_longest_axis_matches_arithmetic() {
    let all: Vec<DynRegion> = ranges()
        .step_by(5)
        .map(|range| DynRegion::new(range, &[LONGEST]).expect("a range fits"))
        .collect();
    for a in &all {
        for b in all.iter().step_by(3) {
            let both = a.intersect(b).expect("of one shape");
            assert_eq!(both.is_none(), a.is_disjoint(b).expect("of one shape"));
            for common in both.iter().flat_map(|both| both.axes()) {
                let ends = [common.get(0), common.last()].map(|end| end.expect("not empty"));
                for region in [a, b] {
                    assert!(ends.iter().all(|&end| region.to_result(&[end]).is_some()));
                    assert_eq!(region.contains(both.as_ref().expect("there")), Ok(true));
                }
            }
            _ = (a.within(b), a.hull_with(b), a.contains(b));
        }
        let parts = a.split(0, usize::MAX).expect("an axis and parts");
        assert_eq!(parts.len(), usize::MAX);
    }
}

#[test]
fn tables_of_the_longest_axis_step_over_chunks() {
    for stride in [
        LONGEST as i64 / 3,
        -(LONGEST as i64 / 3),
        i64::MIN,
        i64::MAX - 5,
    ] {
        let region = Region::of(&s![::stride], [LONGEST]).expect("a range fits");
        let edges = [0, 1, 5, LONGEST / 2, LONGEST];
        for grid in [
            ChunkGrid::Regular(1),
            ChunkGrid::Regular(7),
            ChunkGrid::Regular(usize::MAX),
            ChunkGrid::Edges(&edges),
        ] {
            let [table] = region.chunks([grid]).expect("a grid");
            let rows: Vec<_> = table.collect();
            assert!((1..=4).contains(&rows.len()), "{grid:?}: {rows:?}");
            let count: usize = rows.iter().map(|row| row.selection.count()).sum();
            assert_eq!(count, region.axes()[0].count());
        }
    }
    let nothing = Region::of(&s![:0], [LONGEST]).expect("a range fits");
    let [table] = nothing.chunks([ChunkGrid::Regular(1)]).expect("a grid");
    assert_eq!(table.count(), 0);
    // No table of an empty region has rows, however long its axis.
    let nothing = DynRegion::new(s![:, :0], &[LONGEST, LONGEST]).expect("ranges fit");
    let tables = nothing.chunks(&[ChunkGrid::Regular(1); 2]).expect("a grid");
    assert_eq!(
        [0, 1].map(|axis| tables.axis(axis).expect("an axis").count()),
        [0, 0]
    );
    assert_eq!(tables.projections().count(), 0);
}

#[test]
fn lengths_beyond_every_array_are_errors() {
    let error = SliceError::AxisTooLong {
        axis: 1,
        len: LONGEST + 1,
    };
    assert_eq!(Region::of(&s![], [0, LONGEST + 1]), Err(error));
    assert_eq!(DynRegion::whole(&[0, LONGEST + 1]), Err(error));
    let huge = Region::of(&s![1:], [LONGEST; 3]).expect("each axis is one of an array");
    assert_eq!(
        (huge.len(), huge.result_shape()),
        (None, [LONGEST - 1, LONGEST, LONGEST])
    );
}

#[test]
fn ranks_in_the_thousands_take_one_walk() {
    let rank = 20_000;
    let shape = vec![5; rank];
    let spec = s![1:, ::-1, .., newaxis, 3];
    let region = DynRegion::new(spec, &shape).expect("it fits");
    let both = region.then(s![0, .., 0]).expect("it fits");
    assert_eq!(both.result_shape().len(), rank - 2);
    assert_eq!(
        both.to_spec().map(|spec| spec.to_string()),
        Ok("1, 4::-1, .., 3".to_owned())
    );
    assert_eq!(region.contains(&both), Ok(true));
    let index = both.to_source(&vec![2; rank - 2]).expect("inside");
    assert_eq!(
        both.to_result(&index).map(|back| back.to_vec()),
        Some(vec![2; rank - 2])
    );
    assert!(both.inverse().is_some() && both.hull().is_some());
    let pieces = both
        .chunks(&vec![ChunkGrid::Regular(5); rank])
        .expect("a grid")
        .projections()
        .count();
    assert_eq!(pieces, 1);
    // Every second axis sliced needs an entry for each.
    let mut sliced: DynRegion = DynRegion::whole(&[3; 70]).expect("short");
    for axis in (0..60).step_by(2) {
        let range = (0..axis)
            .map(|_| ":")
            .chain(["1:"])
            .collect::<Vec<_>>()
            .join(", ");
        let Ok(next) = range.parse::<tslice::DynSpec>() else {
            break;
        };
        sliced = sliced.then(next).expect("it fits");
    }
    assert!(matches!(
        sliced.to_spec(),
        Ok(_) | Err(SliceError::SpecTooLong { .. })
    ));
}

#[test]
fn a_progression_finds_no_position_beyond_it() {
    let axis: Progression = Region::of(&s![2:9:3], [10]).expect("a range fits").axes()[0];
    assert_eq!(
        (axis.first(), axis.count(), axis.step(), axis.last()),
        (2, 3, 3, Some(8))
    );
    assert_eq!(
        [0, 2, 3, 5, 8, 11, usize::MAX].map(|p| axis.find(p)),
        [None, Some(0), None, Some(1), Some(2), None, None]
    );
    assert_eq!(
        (axis.get(2), axis.get(3), axis.get(usize::MAX)),
        (Some(8), None, None)
    );
}
