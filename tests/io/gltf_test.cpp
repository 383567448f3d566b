#include "io/gltf.hpp"

#include <gtest/gtest.h>
#include <cmath>
#include <cstring>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <vector>

namespace polhode {
namespace {

using nlohmann::json;

/// A turn about z in steps, with the sign of every second quaternion turned round.
json turning(const Problem& problem, int count) {
    std::vector<Sample> samples;
    for (int i = 0; i < count; ++i) {
        Sample s{i, 0.5 * i, problem.initial, {}, {}, {}};
        s.state.attitude = Eigen::AngleAxisd(0.4 * i, Eigen::Vector3d::UnitZ());
        if (i % 2 == 1) s.state.attitude.coeffs() *= -1;
        samples.push_back(s);
    }
    return json::parse(gltf(problem, samples));
}

std::vector<float> numbers_of(const json& file, std::size_t accessor) {
    static constexpr std::string_view digits =
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    const std::string uri = file["buffers"][0]["uri"];
    std::vector<unsigned char> bytes;
    unsigned bits = 0, have = 0;
    for (const char c : uri.substr(uri.find(',') + 1)) {
        if (c == '=') break;
        bits = (bits << 6) | static_cast<unsigned>(digits.find(c));
        if ((have += 6) < 8) continue;
        have -= 8;
        bytes.push_back(static_cast<unsigned char>((bits >> have) & 0xff));
    }
    const json &a = file["accessors"][accessor],
               &view = file["bufferViews"][a["bufferView"].get<std::size_t>()];
    std::vector<float> out(view["byteLength"].get<std::size_t>() / sizeof(float));
    std::memcpy(out.data(), bytes.data() + view["byteOffset"].get<std::size_t>(), out.size() * sizeof(float));
    return out;
}

TEST(Gltf, SignOfTheQuaternionGoesOn) {
    const json file = turning(problem("free-body"), 20);
    const json& sampler = file["animations"][0]["samplers"][0];
    const std::vector<float> times = numbers_of(file, sampler["input"]),
                             q = numbers_of(file, sampler["output"]);
    ASSERT_EQ(times.size(), 20U);
    ASSERT_EQ(q.size(), 80U);
    for (std::size_t i = 0; i < 20; ++i) {
        EXPECT_FLOAT_EQ(times[i], 0.5F * static_cast<float>(i));
        const double half = 0.2 * static_cast<double>(i);
        EXPECT_NEAR(q[4 * i + 2], std::sin(half), 1e-6) << "scalar last, as in all our files";
        EXPECT_NEAR(q[4 * i + 3], std::cos(half), 1e-6);
    }
}

TEST(Gltf, BoxHasTheProportionsOfTheMoments) {
    Problem brick = problem("free-body");
    // a box of 1 × 2 × 3: moments b² + c² and so on
    brick.body = Body::from_moments({4 + 9, 1 + 9, 1 + 4});
    const json file = turning(brick, 2);
    const json& corners =
        file["accessors"][file["meshes"][0]["primitives"][0]["attributes"]["POSITION"].get<std::size_t>()];
    EXPECT_NEAR(corners["max"][0].get<double>(), 1.0 / 3, 1e-6);
    EXPECT_NEAR(corners["max"][1].get<double>(), 2.0 / 3, 1e-6);
    EXPECT_NEAR(corners["min"][2].get<double>(), -1, 1e-6);
}

TEST(Gltf, TimesGrow) {
    const Problem p = problem("free-body");
    std::vector<Sample> samples(3, Sample{0, 0, p.initial, {}, {}, {}});
    samples[1].time = samples[2].time = 1;  // before and after an impulse
    const json file = json::parse(gltf(p, samples));
    EXPECT_EQ(file["accessors"][file["animations"][0]["samplers"][0]["input"].get<std::size_t>()]["count"],
              2);
}

}  // namespace
}  // namespace polhode
