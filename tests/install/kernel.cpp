// What a program does that has only the headers: a rotation, and its derivative by the angle.
#include <cmath>
#include <polhode/scalar/dual.hpp>
#include <polhode/so3/rotation.hpp>

int main() {
    using Dual = polhode::core::Dual<double, 1>;
    Dual angle(0.5);
    angle.slope[0] = 1;
    const auto q = polhode::core::exp(polhode::core::Vector3<Dual>(Dual(0), Dual(0), angle));
    const bool right =
        std::abs(q.z.value - std::sin(0.25)) < 1e-15 && std::abs(q.z.slope[0] - 0.5 * std::cos(0.25)) < 1e-15;
    return right ? 0 : 1;
}
