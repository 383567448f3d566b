#include "report/html.hpp"

#include <gtest/gtest.h>

namespace polhode::html {
namespace {

TEST(Html, EscapesWhatABrowserWouldRead) {
    EXPECT_EQ(escape("<a href=\"x\">'&'</a>"), "&lt;a href=&quot;x&quot;&gt;&#39;&amp;&#39;&lt;/a&gt;");
    EXPECT_EQ(escape("Π = Iω"), "Π = Iω");
}

TEST(Html, ExactNumbersReadBack) {
    EXPECT_EQ(exact(0.1), "<code>0.1</code>");
    EXPECT_EQ(exact(Eigen::Vector3d(1.0 / 3, -2, 1e-17)), "<code>(0.3333333333333333, -2, 1e-17)</code>");
    EXPECT_EQ(exact(Eigen::Quaterniond(1, 0, 0, 0)), "<code>(0, 0, 0, 1)</code>");  // scalar last
}

TEST(Html, BriefNumbersHaveThreeDigits) {
    EXPECT_EQ(brief(0.0), "0");
    EXPECT_EQ(brief(1.2), "1.20");
    EXPECT_EQ(brief(-0.012345), "−0.0123");
    EXPECT_EQ(brief(99.96), "100");
    EXPECT_EQ(brief(12345.6), "12346");
    EXPECT_EQ(brief(4.567e-13), "4.57&#8239;×&#8239;10<sup>−13</sup>");
    EXPECT_EQ(brief(9.999e-5), "1.00&#8239;×&#8239;10<sup>−4</sup>");
    EXPECT_EQ(brief(2e7), "2.00&#8239;×&#8239;10<sup>7</sup>");
}

TEST(Html, BriefHasADashForNoNumber) {
    EXPECT_EQ(brief(std::nullopt), "–");
    EXPECT_EQ(brief(std::nan("")), "–");
}

TEST(Html, CountsInThousands) {
    EXPECT_EQ(count(999), "999");
    EXPECT_EQ(count(1000), "1&#8239;000");
    EXPECT_EQ(count(1234567), "1&#8239;234&#8239;567");
}

}  // namespace
}  // namespace polhode::html
