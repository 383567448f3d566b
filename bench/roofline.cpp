/// What this machine can do at best, so that the figure of a kernel can be read as a part of it: the clock,
/// the peak of double-precision arithmetic on one core, the bandwidth of the memory. Prints the tables of
/// docs/performance.md.
#include "measure.hpp"
#include "options.hpp"
#include "polhode/catalogue.hpp"
#include "polhode/drift/mclachlan_reich.hpp"
#include "polhode/ensemble/integrator.hpp"
#include "polhode/mechanics/inertia.hpp"
#include "polhode/mechanics/state.hpp"
#include "reproduce/counting_scalar.hpp"

#include <fmt/format.h>
#include <cstdint>
#include <optional>
#include <string>
#include <thread>
#include <vector>

using namespace polhode;
using namespace polhode::bench;

namespace {

constexpr int repeats = 30;

#ifdef __x86_64__

/// One product in three cycles: each waits for the one before. (Additions of constants would not do: newer
/// processors make several of them at once.)
double clock_gigahertz() {
    constexpr long rounds = 500'000;
    constexpr int cycles_of_a_product = 3;
    const double took = least_microseconds(repeats, [] {
        std::uint64_t product = 3;
        for (long i = 0; i < rounds; ++i)
            asm volatile("imul %0, %0\n imul %0, %0\n imul %0, %0\n imul %0, %0" : "+r"(product));
    });
    return 4 * cycles_of_a_product * static_cast<double>(rounds) / took / 1e3;
}

// --- arithmetic -----------------------------------------------------------------------------------------------

// Twelve chains that do not wait for each other, more than any core of today needs to keep its pipes full;
// the operands are the registers 12 and 13. In assembly, so that neither the compiler nor its options have a
// say.
#define TWELVE(F, R) ALTERNATELY(F, F, R)
#define ALTERNATELY(F, G, R) FIRST_SIX(F, G, R) LAST_SIX(F, G, R)
#define FIRST_SIX(F, G, R) F(R, "0") G(R, "1") F(R, "2") G(R, "3") F(R, "4") G(R, "5")
#define LAST_SIX(F, G, R) F(R, "6") G(R, "7") F(R, "8") G(R, "9") F(R, "10") G(R, "11")
#define FUSED(R, N) "vfmadd231pd %%" R "12, %%" R "13, %%" R N "\n"
#define PRODUCT(R, N) "vmulpd %%" R "12, %%" R N ", %%" R N "\n"
#define SUM(R, N) "vaddpd %%" R "13, %%" R N ", %%" R N "\n"
#define SSE2_PRODUCT(R, N) "mulpd %%" R "12, %%" R N "\n"
#define SSE2_SUM(R, N) "addpd %%" R "13, %%" R N "\n"
#define SSE2_ZERO(R, N) "xorpd %%" R N ", %%" R N "\n"
#define ZEROS(R) TWELVE(SSE2_ZERO, R) SSE2_ZERO(R, "12") SSE2_ZERO(R, "13")
#define REGISTERS                                                                                     \
    "xmm0", "xmm1", "xmm2", "xmm3", "xmm4", "xmm5", "xmm6", "xmm7", "xmm8", "xmm9", "xmm10", "xmm11", \
        "xmm12", "xmm13"

/// Least time of twelve instructions, again and again, in nanoseconds.
#define NANOSECONDS(INSTRUCTIONS, END)                                                \
    [] {                                                                              \
        constexpr long rounds = 300'000;                                              \
        return 1e3                                                                    \
             * least_microseconds(repeats,                                            \
                                  [] {                                                \
                                      asm volatile(ZEROS("xmm") : : : REGISTERS);     \
                                      for (long i = 0; i < rounds; ++i)               \
                                          asm volatile(INSTRUCTIONS : : : REGISTERS); \
                                      asm volatile(END);                              \
                                  })                                                  \
             / static_cast<double>(rounds);                                           \
    }()

struct Peak {
    std::string target;
    std::optional<double> fused;  // GFlop/s; none: no such instruction
    double separate;
};

std::vector<Peak> peaks() {
    std::vector<Peak> all;
    const auto add = [&](const char* target, int lanes, std::optional<double> fused, double separate) {
        if (fused) fused = 12 * 2 * lanes / *fused;
        all.push_back({target, fused, 12 * lanes / separate});
    };
    if (__builtin_cpu_supports("avx512f"))
        add("AVX-512", 8, NANOSECONDS(TWELVE(FUSED, "zmm"), "vzeroupper"),
            NANOSECONDS(ALTERNATELY(PRODUCT, SUM, "zmm"), "vzeroupper"));
    if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma"))
        add("AVX2", 4, NANOSECONDS(TWELVE(FUSED, "ymm"), "vzeroupper"),
            NANOSECONDS(ALTERNATELY(PRODUCT, SUM, "ymm"), "vzeroupper"));
    add("SSE2 (every x86-64)", 2, std::nullopt, NANOSECONDS(ALTERNATELY(SSE2_PRODUCT, SSE2_SUM, "xmm"), ""));
    return all;
}

#endif

// --- memory ---------------------------------------------------------------------------------------------------

/// a = b + s c over three arrays far larger than any cache; 24 bytes an element, as STREAM counts them.
double triad_gigabytes_per_second(unsigned threads) {
    constexpr std::size_t elements = std::size_t{1} << 24;  // 3 × 128 MiB
    static std::vector<double> a(elements), b(elements, 1.0), c(elements, 2.0);
    const auto part = [threads](unsigned n) {
        const std::size_t begin = elements / threads * n,
                          end = n + 1 == threads ? elements : elements / threads * (n + 1);
        for (std::size_t i = begin; i < end; ++i) a[i] = b[i] + 3.0 * c[i];
    };
    const double took = least_microseconds(10, [&] {
        std::vector<std::jthread> others;
        for (unsigned n = 1; n < threads; ++n) others.emplace_back(part, n);
        part(0);
    });
    return 24 * static_cast<double>(elements) / took / 1e3;
}

// --- our kernels ----------------------------------------------------------------------------------------------

constexpr double step = 0.02;

template <class Real>
core::State<Real> spinning_body() {
    return {{Real(0.1), Real(0.2), Real(0.3), Real(0.92736184954957)}, {Real(0.9), Real(-0.6), Real(1.1)}};
}

struct Kernel {
    std::string name;
    double nanoseconds;  // per body and step
    double flops,
        bytes;  // per body and step; bytes to and from memory for a crowd that does not fit in the caches
};

/// mr2 on a free body, the arithmetic counted by the formula itself: seven numbers in, seven out.
Kernel mr2(const std::string& name, double nanoseconds, double steps_per_load) {
    const core::Inertia<Counting> inertia(core::Vector3<Counting>(Counting(1), Counting(2), Counting(3)));
    auto state = spinning_body<Counting>();
    Counting::begin();
    core::McLachlanReichDrift<core::Trigonometric>{.fixed_axes = core::AxisOrder{}}(inertia, state,
                                                                                    Counting(step));
    return {name, nanoseconds, static_cast<double>(Counting::operations()),
            2 * 7 * sizeof(double) / steps_per_load};
}

double one_body_nanoseconds(std::string_view name) {
    constexpr int steps = 20'000;
    const auto stepper = method(name).on_double(Body::from_moments({1, 2, 3}), core::NoTorque{});
    auto state = spinning_body<double>();
    return 1e3 * least_microseconds(repeats, [&] { stepper->march(state, {0, step}, 0, steps); }) / steps;
}

/// Many bodies on lanes, one thread: `steps` of some before the next.
double ensemble_nanoseconds(long steps) {
    constexpr std::size_t bodies = 100'000;
    constexpr long all_steps = 20;
    Ensemble ensemble(bodies, Body::from_moments({1, 2, 3}), core::NoTorque{},
                      {Eigen::Quaterniond::Identity(), {0.3, 0.5, 0.4}});
    EnsembleIntegrator integrator(ensemble, {"mr2-123", step, 0, 1});
    const double took = least_microseconds(repeats, [&] {
        for (long n = 0; n < all_steps; n += steps) integrator.advance(steps);
    });
    return 1e3 * took / static_cast<double>(bodies) / static_cast<double>(all_steps);
}

/// One line a kernel.
std::vector<Kernel> our_kernels() {
    return {mr2("`mr2-123`, ensemble, 20 steps in cache", ensemble_nanoseconds(20), 20),
            mr2("`mr2-123`, ensemble, one step per pass", ensemble_nanoseconds(1), 1),
            mr2("`mr2-123`, one body", one_body_nanoseconds("mr2-123"), 20'000)};
}

}  // namespace

int main(int count, char** arguments) {
    const Usage usage{.name = "roofline",
                      .what = "What this machine can do at best, and our kernels beside it."};
    return run_bench(count, arguments, usage, [](const Options&) {
        print_note(fmt::format("{}; {}", processor_name(), compiler_name()));
        print_head({"one core", ""});
        double peak = 0;
#ifdef __x86_64__
        print_row({"clock", fmt::format("{:.2f} GHz", clock_gigahertz())});
        for (const Peak& p : peaks()) {
            if (p.fused)
                print_row({p.target + ", fused multiply-add", fmt::format("{:.1f} GFlop/s", *p.fused)});
            print_row({p.target + ", products and sums", fmt::format("{:.1f} GFlop/s", p.separate)});
            peak = std::max({peak, p.fused.value_or(0), p.separate});
        }
#else
    print_row({"arithmetic", "measured on x86-64 only"});
#endif
        const unsigned threads = std::max(1u, std::thread::hardware_concurrency());
        const double one = triad_gigabytes_per_second(1), all = triad_gigabytes_per_second(threads);
        print_row({"memory, triad, one thread", fmt::format("{:.1f} GB/s", one)});
        print_row({fmt::format("memory, triad, {} threads", threads),
                   fmt::format("{:.1f} GB/s, {:.1f} each", all, all / threads)});

        print_head({"kernel, one thread", "ns per body and step", "flops", "GFlop/s", "of peak", "bytes",
                    "of bandwidth"});
        for (const Kernel& k : our_kernels())
            print_row({k.name, fixed(k.nanoseconds, 1), fmt::format("{}", k.flops),
                       fixed(k.flops / k.nanoseconds, 2),
                       peak > 0 ? fmt::format("{:.1f} %", 100 * k.flops / k.nanoseconds / peak) : "–",
                       fmt::format("{}", k.bytes),
                       fmt::format("{:.1f} %", 100 * k.bytes / k.nanoseconds / one)});
    });
}
