#include "io/base64.hpp"

#include <gtest/gtest.h>
#include <array>
#include <string_view>

namespace polhode {
namespace {

std::string of(std::string_view text) { return base64(std::as_bytes(std::span(text))); }

// The examples of RFC 4648, section 10.
TEST(Base64, IsThatOfTheStandard) {
    EXPECT_EQ(of(""), "");
    EXPECT_EQ(of("f"), "Zg==");
    EXPECT_EQ(of("fo"), "Zm8=");
    EXPECT_EQ(of("foo"), "Zm9v");
    EXPECT_EQ(of("foob"), "Zm9vYg==");
    EXPECT_EQ(of("fooba"), "Zm9vYmE=");
    EXPECT_EQ(of("foobar"), "Zm9vYmFy");
}

TEST(Base64, NumbersHaveTheirLowestByteFirst) {
    EXPECT_EQ(base64_of_floats(std::array{1.0}), "AACAPw==");       // 00 00 80 3f
    EXPECT_EQ(base64_of_doubles(std::array{1.0}), "AAAAAAAA8D8=");  // 00 00 00 00 00 00 f0 3f
    EXPECT_EQ(base64_of_floats(std::array{-2.0, 0.5}), "AAAAwAAAAD8=");
}

TEST(Base64, IsReadBack) {
    std::vector<std::byte> bytes;
    for (int k = 0; k < 300; ++k) {
        EXPECT_EQ(bytes_of_base64(base64(bytes)), bytes);
        bytes.push_back(static_cast<std::byte>(7 * k & 0xff));
    }
    EXPECT_EQ(bytes_of_base64("AAE"), (std::vector<std::byte>{std::byte{0}, std::byte{1}}));  // no padding
    for (const char* text : {"A", "AA=A", "A===", "AA AA", "AA\n"})
        EXPECT_EQ(bytes_of_base64(text), std::nullopt) << text;
}

}  // namespace
}  // namespace polhode
