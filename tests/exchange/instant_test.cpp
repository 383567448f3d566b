// Times of the calendar.
#include "polhode/exchange/instant.hpp"

#include <gtest/gtest.h>
#include <random>
#include <string>

namespace polhode {
namespace {

constexpr TimeSystem utc = TimeSystem::utc, tai = TimeSystem::tai;

Instant at(const std::string& text, TimeSystem system = utc) { return instant_in(text, system).or_throw(); }

TEST(Instant, IsReadInBothFormsAndWrittenInOne) {
    for (const auto& [text, written] :
         {std::pair("2027-01-01T00:00:00", "2027-01-01T00:00:00"),
          std::pair("2027-001T00:00:00Z", "2027-01-01T00:00:00"),
          std::pair("2024-366T23:59:59.2500", "2024-12-31T23:59:59.25"),
          std::pair("2024-02-29T12:34:56.000000000000000001", "2024-02-29T12:34:56.000000000000000001"),
          std::pair("2016-12-31T23:59:60.5", "2016-12-31T23:59:60.5"),
          std::pair("1972-06-30T23:59:60", "1972-06-30T23:59:60"),
          std::pair("9999-12-31T23:59:59.999", "9999-12-31T23:59:59.999")})
        EXPECT_EQ(to_text(at(text), utc), written);
}

TEST(Instant, KnowsLeapSecondsOfUtcOnly) {
    const auto day = [](TimeSystem system) {
        return seconds_between(at("2016-12-31T00:00:00", system), at("2017-01-01T00:00:00", system));
    };
    EXPECT_EQ(day(utc), 86401);
    EXPECT_EQ(day(tai), 86400);
    EXPECT_EQ(seconds_between(at("1972-01-01T00:00:00"), at("2017-01-01T00:00:00"))
                  - seconds_between(at("1972-01-01T00:00:00", tai), at("2017-01-01T00:00:00", tai)),
              27);
    EXPECT_EQ(to_text(later(at("2016-12-31T23:59:59"), 1.25, utc).or_throw(), utc), "2016-12-31T23:59:60.25");
    EXPECT_EQ(to_text(later(at("2016-12-31T23:59:59"), 2, utc).or_throw(), utc), "2017-01-01T00:00:00");
    // what a clock without leap seconds shows goes on by seconds over all of them
    Instant before = at("1972-06-30T00:00:00");
    for (int year = 1972; year < 2018; ++year) {
        const Instant midnight = at(std::to_string(year) + "-12-31T23:59:59");
        EXPECT_EQ(to_text(midnight, utc), std::to_string(year) + "-12-31T23:59:59");
        EXPECT_LT(before, midnight);
        before = midnight;
    }
}

TEST(Instant, OtherTextsAreRefused) {
    for (const char* text : {"",
                             "2027",
                             "2027-01-01",
                             "2027-01-01 00:00:00",
                             "2027-13-01T00:00:00",
                             "2027-02-29T00:00:00",
                             "2027-366T00:00:00",
                             "2027-000T00:00:00",
                             "2027-01-01T24:00:00",
                             "2027-01-01T00:60:00",
                             "2027-01-01T00:00:60",
                             "2016-12-31T23:58:60",
                             "2016-12-31T23:59:61",
                             "2027-01-01T00:00:00.",
                             "2027-01-01T00:00:00.5x",
                             "2027-01-01T00:00",
                             "1971-12-31T00:00:00",
                             "+027-01-01T00:00:00",
                             "2027-1-1T00:00:00",
                             "2027-01-01T00:00:00ZZ"})
        EXPECT_FALSE(instant_in(text, utc)) << text;
    EXPECT_FALSE(instant_in("2016-12-31T23:59:60", tai));
    EXPECT_EQ(instant_in("soon", tai).error().message,
              "expected a time of TAI from 1972 to 9999 such as \"2027-01-01T00:00:00\"");
}

TEST(Instant, SecondsComeBackToTheLastBit) {
    std::mt19937_64 random(20);
    std::uniform_real_distribution<double> exponent(-1, 9);
    const Instant epoch = at("2027-01-01T00:00:00.125");
    for (int i = 0; i < 10000; ++i) {
        const double t = std::pow(10, exponent(random)) * (i % 2 == 0 ? 1 : -0.1);
        EXPECT_EQ(seconds_between(epoch, later(epoch, t, utc).or_throw()), t);
    }
    for (const double t : {0.0, 0.1, 20.1, 1e-18, -0.7, 86400.0})
        EXPECT_EQ(seconds_between(epoch, later(epoch, t, utc).or_throw()), t);
    EXPECT_EQ(to_text(later(at("2027-01-01T00:00:00"), 20.1, utc).or_throw(), utc), "2027-01-01T00:00:20.1");
    EXPECT_EQ(to_text(later(at("2027-01-01T00:00:00"), -0.1, utc).or_throw(), utc), "2026-12-31T23:59:59.9");
}

TEST(Instant, StaysInItsYears) {
    for (const double t : {1e12, -1e12, 3e11, -2e9, std::nan("")})
        EXPECT_FALSE(later(at("2027-01-01T00:00:00"), t, utc)) << t;
    EXPECT_EQ(later(at("9999-12-31T23:59:59", tai), 1, tai).error().message,
              "1 s after 9999-12-31T23:59:59 is not in the years 1972 to 9999");
}

}  // namespace
}  // namespace polhode
