#include "polhode/simulate/state_hash.hpp"

#include <gtest/gtest.h>
#include <cstring>
#include <string>

namespace polhode::test {
namespace {

/// FNV-1a as its authors describe it, over bytes.
std::uint64_t fnv1a(const std::string& bytes) {
    std::uint64_t hash = 14695981039346656037U;
    for (const char c : bytes) {
        hash ^= static_cast<unsigned char>(c);
        hash *= 1099511628211U;
    }
    return hash;
}

TEST(StateHash, IsFnv1aOverTheBytes) {
    EXPECT_EQ(fnv1a("foobar"), 0x85944171f73967e8U);  // of the authors' list of test vectors
    const State state{Eigen::Quaterniond(0.5, -0.5, 0.5, 0.1), Eigen::Vector3d(1, -2e-300, 3e200)};
    // time, then x, y, z, w (Eigen's constructor has w first), then the momentum; on a machine that stores
    // the lowest byte first
    const double numbers[] = {7.25, -0.5, 0.5, 0.1, 0.5, 1, -2e-300, 3e200};
    std::string bytes(sizeof numbers, '\0');
    std::memcpy(bytes.data(), numbers, sizeof numbers);
    EXPECT_EQ(state_hash(7.25, state), fnv1a(bytes));
}

TEST(StateHash, SeesTheLastBit) {
    const State state{Eigen::Quaterniond::Identity(), Eigen::Vector3d(1, 2, 3)};
    State other = state;
    other.momentum.z() = std::nextafter(3.0, 4.0);
    EXPECT_NE(state_hash(1, state), state_hash(1, other));
    EXPECT_NE(state_hash(1, state), state_hash(std::nextafter(1.0, 2.0), state));
}

}  // namespace
}  // namespace polhode::test
