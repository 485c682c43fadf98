//! Operators and comparisons with types of the user's.

use core::cmp::Ordering;
use core::ops::{Add, AddAssign, BitAnd, Mul, MulAssign, Shl, Sub};

use slicing::{DynTensor, Tensor, View, ViewMut};

/// A factor.
#[derive(Clone, Copy, Debug, PartialEq, PartialOrd)]
pub struct Gain(pub f32);

/// Something of any type to add.
#[derive(Clone, Copy, Debug)]
pub struct Bias<T>(pub T);

macro_rules! products {
    ($($array:ty;)+) => {$(
        impl Mul<Gain> for $array {
            type Output = Tensor<f32, 2>;

            fn mul(self, gain: Gain) -> Tensor<f32, 2> {
                self.map(|x| x * gain.0)
            }
        }

        impl Mul<&Gain> for &$array {
            type Output = Tensor<f32, 2>;

            fn mul(self, gain: &Gain) -> Tensor<f32, 2> {
                self.map(|x| x * gain.0)
            }
        }

        impl PartialEq<Gain> for $array {
            fn eq(&self, gain: &Gain) -> bool {
                self.all(|x| (x - gain.0).abs() < f32::EPSILON)
            }
        }

        impl PartialOrd<Gain> for $array {
            fn partial_cmp(&self, gain: &Gain) -> Option<Ordering> {
                self.max()?.partial_cmp(&gain.0)
            }
        }
    )+};
}

products! {
    Tensor<f32, 2>;
    View<'_, f32, 2>;
    ViewMut<'_, f32, 2>;
}

impl<T: Copy + Add<Output = T>> Add<Bias<T>> for &Tensor<T, 1> {
    type Output = Tensor<T, 1>;

    fn add(self, bias: Bias<T>) -> Tensor<T, 1> {
        self.map(|&x| x + bias.0)
    }
}

impl Sub<&mut Gain> for DynTensor<f32> {
    type Output = Self;

    fn sub(self, gain: &mut Gain) -> Self {
        self.map(|x| x - gain.0)
    }
}

impl Mul<Tensor<f32, 2>> for Gain {
    type Output = Tensor<f32, 2>;

    fn mul(self, array: Tensor<f32, 2>) -> Tensor<f32, 2> {
        array * self
    }
}

impl MulAssign<Gain> for Tensor<f32, 2> {
    fn mul_assign(&mut self, gain: Gain) {
        self.map_inplace(|x| *x *= gain.0);
    }
}

impl AddAssign<Gain> for ViewMut<'_, f32, 1> {
    fn add_assign(&mut self, gain: Gain) {
        self.map_inplace(|x| *x += gain.0);
    }
}

impl BitAnd<Gain> for &View<'_, f32, 1> {
    type Output = usize;

    fn bitand(self, gain: Gain) -> usize {
        self.iter()
            .filter(|x| (**x - gain.0).abs() < f32::EPSILON)
            .count()
    }
}

impl Shl<Bias<Self>> for Tensor<u8, 1> {
    type Output = Self;

    fn shl(self, bias: Bias<Self>) -> Self {
        slicing::zip((&self, &bias.0)).map(|(x, bits)| x << bits)
    }
}

#[cfg(test)]
mod tests {
    use super::{Bias, Gain};
    use slicing::{Tensor, s, tensor};

    #[test]
    #[expect(clippy::op_ref, reason = "the operator of two references is tested")]
    fn operators_of_a_users_types_are_the_users() {
        let mut t = tensor![[1.0_f32, 2.0], [3.0, 4.0]];
        assert_eq!(t.view() * Gain(2.0), [[2.0, 4.0], [6.0, 8.0]]);
        let view = t.view();
        assert_eq!(&view * &Gain(2.0), &t * &Gain(2.0));
        assert_eq!(
            Gain(0.5) * t.view_mut().to_tensor(),
            t.view_mut() * Gain(0.5)
        );
        t *= Gain(10.0);
        let mut row = t.slice_mut(s![0]);
        row += Gain(1.0);
        assert_eq!(t, [[11.0, 21.0], [30.0, 40.0]]);
        assert_eq!(&t.slice(s![0]) & Gain(21.0), 1);
        assert_eq!(&Tensor::from([1, 2]) + Bias(3), [4, 5]);
        assert_eq!(tensor![1_u8, 2] << Bias(tensor![1_u8, 2]), [2, 8]);
        let less = t.into_dyn() - &mut Gain(1.0);
        assert_eq!(less, [[10.0, 20.0], [29.0, 39.0]]);
    }

    #[test]
    fn comparisons_with_a_users_type_are_the_users() {
        let t = tensor![[1.0_f32, 1.0]];
        assert!(t == Gain(1.0) && t.view() <= Gain(1.0) && t < Gain(2.0));
    }
}
