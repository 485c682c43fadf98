//! Operands of tslice and of ndarray, and what runs a function of each of them.

use std::cell::RefCell;
use std::hint::black_box;
use std::marker::PhantomData;
use std::ops::Add;
use std::rc::Rc;

use ndarray::Array3;
use tslice::__private::Level;
use tslice::Tensor;

use super::AVX2;
use crate::case::{Build, Case, OURS, Task};
use crate::contest::{Entrant, Output, Runner};
use crate::data::{Digest, Element};

/// Numbers of the table.
pub(super) trait Number:
    Element + PartialOrd + Add<Output = Self> + num_traits::Zero + Into<f64>
{
}
impl<T: Element + PartialOrd + Add<Output = T> + num_traits::Zero + Into<f64>> Number for T {}

/// Element number i of a source: small, so that all orders of adding give the same sums.
fn number<T: Element>(i: usize) -> T {
    T::at(i * 7 % 11)
}

/// The numbers of an answer, in row-major order.
pub(super) trait Answer {
    fn numbers(&self) -> Vec<f64>;
}

impl<T: Copy + Into<f64>, D: tslice::Dims> Answer for tslice::Array<tslice::Owned<T>, D> {
    fn numbers(&self) -> Vec<f64> {
        self.iter().map(|&number| number.into()).collect()
    }
}

impl<T: Copy + Into<f64>, D: ndarray::Dimension> Answer for ndarray::Array<T, D> {
    fn numbers(&self) -> Vec<f64> {
        self.iter().map(|&number| number.into()).collect()
    }
}

impl Answer for f64 {
    fn numbers(&self) -> Vec<f64> {
        vec![*self]
    }
}

impl Answer for () {
    fn numbers(&self) -> Vec<f64> {
        Vec::new()
    }
}

/// Measures tslice at AVX2, and the others at the best level of the machine.
struct AtAvx2(Box<dyn Runner>);

impl Runner for AtAvx2 {
    fn sample(&mut self, repeats: u32) -> f64 {
        Level::force(Level::Avx2);
        let nanos = self.0.sample(repeats);
        Level::force(Level::Avx512);
        nanos
    }

    fn digest(&mut self) -> Option<Digest> {
        Level::force(Level::Avx2);
        let digest = self.0.digest();
        Level::force(Level::Avx512);
        digest
    }
}

/// The operands of a row, which are equal before the first run.
#[derive(Clone)]
pub(super) struct Operands<A> {
    pub(super) a: A,
    pub(super) b: A,
}

/// Rows of one shape and type of elements.
pub(super) struct Rows<'r, T> {
    pub(super) list: &'r mut Vec<Build>,
    pub(super) shape: [usize; 3],
    pub(super) elements: PhantomData<T>,
}

type Ours<T> = Operands<Tensor<T, 3>>;
type Theirs<T> = Operands<Array3<T>>;

/// Runs a function of operands. The digest is of its answer, and of the operand that it may write.
fn entrant<A: Answer + 'static, U: Answer>(
    name: &str,
    operands: Operands<A>,
    run: impl Fn(&mut Operands<A>) -> U + Copy + 'static,
) -> Entrant {
    let operands = Rc::new(RefCell::new(operands));
    let same = operands.clone();
    let once = move |(): &mut ()| drop(black_box(run(black_box(&mut operands.borrow_mut()))));
    Entrant::new(name, Output::Allocated, (), once, move |()| {
        let mut operands = same.borrow_mut();
        let answer = run(&mut operands).numbers();
        Digest::of(&[answer, operands.a.numbers()].concat())
    })
}

impl<T: Number> Rows<'_, T> {
    /// A row: its operation, what NumPy evaluates, and functions of the operands.
    pub(super) fn row<U: Answer, V: Answer>(
        &mut self,
        operation: &str,
        numpy: &str,
        ours: impl Fn(&mut Ours<T>) -> U + Copy + 'static,
        theirs: impl Fn(&mut Theirs<T>) -> V + Copy + 'static,
    ) {
        let shape = self.shape;
        let [x, y, z] = shape;
        let name = format!(
            "{operation}, {} {x} x {y} x {z}",
            std::any::type_name::<T>()
        );
        let expression = numpy.to_owned();
        self.list.push(Box::new(move || {
            let numbers: Vec<T> = (0..x * y * z).map(number).collect();
            let tensor = Tensor::from_shape_vec(shape, numbers.clone()).expect("the shape");
            let array = Array3::from_shape_vec(shape, numbers).expect("the shape");
            let operands = Operands {
                a: tensor.clone(),
                b: tensor,
            };
            let mut entrants = vec![entrant(OURS, operands.clone(), ours)];
            if Level::available().any(|level| level == Level::Avx512) {
                let Entrant { output, runner, .. } = entrant(AVX2, operands, ours);
                let runner = Box::new(AtAvx2(runner));
                entrants.push(Entrant {
                    name: AVX2.to_owned(),
                    output,
                    runner,
                });
            }
            entrants.push(entrant(
                "ndarray",
                Operands {
                    a: array.clone(),
                    b: array,
                },
                theirs,
            ));
            Case {
                name: name.clone(),
                task: (!expression.is_empty()).then(|| Task::Evaluate {
                    expression: expression.clone(),
                    shape: shape.to_vec(),
                    dtype: T::NAME,
                }),
                output_bytes: 0,
                moved_bytes: 0,
                entrants,
            }
        }));
    }
}
