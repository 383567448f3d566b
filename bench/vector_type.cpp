/// Why the kernels do not use Eigen's vectors: one kernel (turn a body by an incremental rotation, as every
/// drift does) on Eigen's types and on ours, on double and on dual numbers; and whether the same formula on
/// double and on a scalar that Eigen does not vectorise gives the same bits, as packs will have to.
#include "google_benchmarks.hpp"
#include "polhode/scalar/dual.hpp"
#include "polhode/so3/quaternion.hpp"

#include <benchmark/benchmark.h>
#include <Eigen/Core>
#include <Eigen/Geometry>

namespace {

using polhode::core::Dual;

template <class Real>
struct Ours {
    polhode::core::Quaternion<Real> attitude{Real(0.1), Real(0.2), Real(0.3), Real(0.92736184954957)};
    polhode::core::Vector3<Real> momentum{Real(1), Real(2), Real(3)};
    polhode::core::Quaternion<Real> f{Real(0.01), Real(0.02), Real(-0.01), Real(0.9997)};
    void turn() {
        momentum = to_body(f, momentum);
        attitude = renormalised(attitude * f);
    }
    Real sum() const { return attitude.x + momentum.x; }
};

template <class Real>
struct Eigens {
    Eigen::Quaternion<Real> attitude{Real(0.92736184954957), Real(0.1), Real(0.2), Real(0.3)};
    Eigen::Matrix<Real, 3, 1> momentum{Real(1), Real(2), Real(3)};
    Eigen::Quaternion<Real> f{Real(0.9997), Real(0.01), Real(0.02), Real(-0.01)};
    void turn() {
        momentum = (f.conjugate() * momentum).eval();
        attitude = attitude * f;
        const Real defect = Real(0.5) * (Real(1) - attitude.coeffs().squaredNorm());
        attitude.coeffs() += (defect * attitude.coeffs()).eval();
    }
    Real sum() const { return attitude.x() + momentum.x(); }
};

template <class Body>
void turn(benchmark::State& state) {
    Body body;
    for (auto _ : state) {
        body.turn();
        benchmark::DoNotOptimize(body);
    }
}

/// A double in disguise: Eigen runs its generic code on it, as it would on a pack.
using Disguised = Dual<double, 1>;

template <template <class> class Body>
bool same_bits() {
    Body<double> plain;
    Body<Disguised> disguised;
    for (int i = 0; i < 1000; ++i) plain.turn(), disguised.turn();
    return plain.sum() == disguised.sum().value;
}

BENCHMARK(turn<Ours<double>>);
BENCHMARK(turn<Eigens<double>>);
BENCHMARK(turn<Ours<Dual<double, 6>>>);
BENCHMARK(turn<Eigens<Dual<double, 6>>>);

}  // namespace

int main(int count, char** arguments) {
    using namespace polhode::bench;
    const Usage usage{
        .name = "vector_type",
        .what = "One kernel on Eigen's vectors and on ours. The JSON is that of Google Benchmark.",
        .writes_json = false};
    return run_bench(count, arguments, usage, [](const Options& options) {
        print_note(fmt::format("same bits on double and on a scalar of our own: ours {}, Eigen {}",
                               same_bits<Ours>() ? "yes" : "no", same_bits<Eigens>() ? "yes" : "no"));
        run_google_benchmarks(options);
    });
}
