/// An integrator that is kept as bytes, and read by another one, goes on with the same bits.
#include "polhode/integrator.hpp"

#include "polhode/error.hpp"
#include "polhode/simulate/problem.hpp"
#include "polhode/step/archive.hpp"
#include "support/tested_methods.hpp"

#include <gtest/gtest.h>
#include <string>
#include <vector>

namespace polhode::test {
namespace {

bool same_bits(const Integrator& a, const Integrator& b) {
    return a.time() == b.time() && a.state().attitude.coeffs() == b.state().attitude.coeffs()
        && a.state().momentum == b.state().momentum && a.torque_evaluations() == b.torque_evaluations();
}

std::vector<std::byte> bytes_of(Integrator& integrator) {
    core::Archive archive;
    integrator.keep(archive);
    EXPECT_TRUE(archive.is_good());
    return archive.bytes();
}

bool reads(Integrator& integrator, const std::vector<std::byte>& bytes) {
    core::Archive archive(bytes);
    integrator.keep(archive);
    return archive.is_good() && archive.is_at_end();
}

/// A torque with a potential, one that jumps, and none.
std::vector<Torque> torques() {
    TorqueSum jumping;
    jumping.parts.push_back({core::HeavyTop{.weight_moment = 3}, "top"});
    jumping.parts.push_back({core::ConstantBodyTorque{{0.1, 0, 0.2}}, "burn", {{0.05, 0.21}}});
    return {core::HeavyTop{.weight_moment = 3}, jumping, core::NoTorque{}};
}

TEST(KeptIntegrator, GoesOnWithTheSameBits) {
    const Problem& p = problem("slow-top");
    const Eigen::Matrix3d tensor{{3, 0.2, -0.1}, {0.2, 2, 0.3}, {-0.1, 0.3, 4}};
    for (const Method& m : tested_methods())
        for (const Torque& torque : torques()) {
            if (m.sheet.free_only && !is_free(torque)) continue;
            const Body body = Body::from_tensor(tensor);
            const auto begun = [&]() -> std::optional<Integrator> {
                try {
                    return Integrator(m, body, torque, p.initial);
                } catch (const InputError&) {
                    return std::nullopt;  // the method cannot take this torque
                }
            };
            std::optional<Integrator> whole = begun();
            if (!whole) continue;
            for (const long steps : {0L, 7L, 16L}) {
                whole->advance(0.01, steps);
                std::optional<Integrator> other = begun();
                ASSERT_TRUE(reads(*other, bytes_of(*whole))) << m.sheet.name;
                EXPECT_TRUE(same_bits(*other, *whole)) << m.sheet.name << " after " << steps;
                whole->advance(0.01, 9);
                other->advance(0.01, 9);
                EXPECT_TRUE(same_bits(*other, *whole)) << m.sheet.name << " after " << steps << " and 9";
            }
        }
}

TEST(KeptIntegrator, RefusesBytesOfAnother) {
    const Problem& p = problem("slow-top");
    Integrator se("se", p.body, p.torque, p.initial), rk4("rkmk-rk4", p.body, p.torque, p.initial);
    se.advance(0.01, 5);
    const std::vector<std::byte> bytes = bytes_of(se);
    EXPECT_FALSE(reads(rk4, bytes));
    for (std::size_t size = 0; size < bytes.size(); ++size) {
        Integrator other("se", p.body, p.torque, p.initial);
        EXPECT_FALSE(reads(other, {bytes.begin(), bytes.begin() + static_cast<std::ptrdiff_t>(size)}))
            << size;
    }
}

/// A function that throws leaves an integrator in the middle of a step, from which the next one does not begin.
TEST(KeptIntegrator, ForgetsAStepThatWasNotFinished) {
    const Problem& p = problem("slow-top");
    for (const char* name : {"se4-rkn", "multistep-12", "rkmk-rk4"}) {
        const auto shared = std::make_shared<int>(0);
        const CustomTorque torque = body_torque([shared](double t, const Eigen::Quaterniond& q) {
            if (*shared == 1) throw RunError("not now");
            return Eigen::Vector3d(std::sin(t), q.x(), 0.1);
        });
        Integrator whole(name, p.body, torque, p.initial), other(name, p.body, torque, p.initial);
        whole.advance(0.01, 20);
        *shared = 1;
        EXPECT_THROW(whole.advance(0.01), RunError);
        *shared = 0;
        ASSERT_TRUE(reads(other, bytes_of(whole)));
        whole.advance(0.01, 10);
        other.advance(0.01, 10);
        EXPECT_TRUE(same_bits(whole, other)) << name;
    }
}

}  // namespace
}  // namespace polhode::test
