/// Formulas in which some numbers carry derivatives and others do not: what they give with every number made
/// the same.
#include "polhode/mechanics/inertia.hpp"
#include "polhode/scalar/dual.hpp"

#include <gtest/gtest.h>

namespace polhode::core {
namespace {

using D = Dual<double, 3>;
using Wide = Dual<double, 5>;

const D x = [] {
    D d(0.7);
    d.slope = {1.3, -0.2, 0.9};
    return d;
}();

void expect_same(const D& a, const D& b) {
    EXPECT_EQ(a.value, b.value);
    EXPECT_EQ(a.slope, b.slope);
}
void expect_same(const Vector3<D>& a, const Vector3<D>& b) {
    expect_same(a.x, b.x);
    expect_same(a.y, b.y);
    expect_same(a.z, b.z);
}

TEST(Mixed, NumbersGiveTheBitsOfConstants) {
    const double c = -1.1;
    expect_same(c + x, D(c) + x);
    expect_same(x + c, x + D(c));
    expect_same(c - x, D(c) - x);
    expect_same(x - c, x - D(c));
    expect_same(c * x, D(c) * x);
    expect_same(x * c, x * D(c));
    expect_same(c / x, D(c) / x);
    expect_same(x / c, x / D(c));
}

TEST(Mixed, VectorsRotationsAndInertiaGiveTheBitsOfConstants) {
    const Vector3<double> v(0.3, -1.2, 2.1);
    const Vector3<D> w(x, x * x, D(0.4) - x), lifted(v);
    const Quaternion<double> q(0.1, 0.5, -0.1, 0.85);
    const Quaternion<D> p(x, x * x, D(0.2), D(0.3) * x), q_lifted(q);
    const Inertia<double> inertia(Vector3<double>(1, 2, 2.5));
    expect_same(v + w, lifted + w);
    expect_same(w - v, w - lifted);
    expect_same(0.3 * w, D(0.3) * w);
    expect_same(x * v, x * lifted);
    expect_same(cross(v, w), cross(lifted, w));
    expect_same(cross(w, v), cross(w, lifted));
    expect_same((q * p).vector(), (q_lifted * p).vector());
    expect_same((p * q).w, (p * q_lifted).w);
    expect_same(to_body(p, v), to_body(p, lifted));
    expect_same(to_space(q, w), to_space(q_lifted, w));
    expect_same(inertia * w, Inertia<D>(inertia) * w);
    expect_same(inertia.solve(w), Inertia<D>(inertia).solve(w));
}

TEST(Mixed, FewerDirectionsAreTheFirstOfMore) {
    Wide y(2.0);
    y.slope = {1, 2, 3, 4, 5};
    const Wide product = x * y, same = Wide(x) * y;
    EXPECT_EQ(product.value, same.value);
    EXPECT_EQ(product.slope, same.slope);
    EXPECT_EQ(product.slope[4], 0.7 * 5);
    EXPECT_TRUE((extends<Wide, D>));
    EXPECT_FALSE((extends<D, Wide>));
    EXPECT_FALSE((extends<long double, double>));
}

}  // namespace
}  // namespace polhode::core
