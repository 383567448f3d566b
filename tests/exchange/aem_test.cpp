// Attitude ephemerides, written and read.
#include "polhode/exchange/aem.hpp"

#include <gtest/gtest.h>
#include <string>
#include <vector>

namespace polhode {
namespace {

struct Motion {
    std::vector<double> times;
    std::vector<Eigen::Quaterniond> attitudes;
};

Motion some_motion() {
    Motion motion;
    for (int k = 0; k < 50; ++k) {
        motion.times.push_back(0.7 * k);
        motion.attitudes.push_back(
            Eigen::Quaterniond(0.3 + 0.01 * k, -0.2, 0.5 * std::cos(k), 0.1 * k).normalized());
    }
    return motion;
}

Exchange some_exchange(AemVersion version) {
    Exchange exchange;
    exchange.epoch = instant_in("2027-01-01T00:00:00.5", TimeSystem::utc).or_throw();
    exchange.object_name = "CUBE SAT";
    exchange.object_id = "2027-001A";
    exchange.creation_date = instant_in("2026-11-18T12:00:00", TimeSystem::utc).or_throw();
    exchange.aem_version = version;
    return exchange;
}

std::string changed(std::string text, const std::string& from, const std::string& to) {
    const std::size_t at = text.find(from);
    EXPECT_NE(at, text.npos) << from;
    return at == text.npos ? text : text.replace(at, from.size(), to);
}

AttitudeEphemeris read_one(const std::string& text) { return read_aem(text).or_throw().front(); }

TEST(Aem, ComesBackBitByBit) {
    const Motion motion = some_motion();
    for (const AemVersion version : {AemVersion::one, AemVersion::two}) {
        const Exchange exchange = some_exchange(version);
        const std::string text = aem(exchange, motion.times, motion.attitudes).or_throw();
        const auto segments = read_aem(text).or_throw();
        ASSERT_EQ(segments.size(), 1U);
        const AttitudeEphemeris& read = segments.front();
        EXPECT_EQ(read.object_name, "CUBE SAT");
        EXPECT_EQ(read.object_id, "2027-001A");
        EXPECT_EQ(read.time_system, TimeSystem::utc);
        EXPECT_EQ(read.first_useable, exchange.epoch);
        const auto attitudes = read.from_body_to_space("SC_BODY_1", "EME2000").or_throw();
        ASSERT_EQ(attitudes.size(), motion.attitudes.size());
        for (std::size_t k = 0; k < attitudes.size(); ++k) {
            EXPECT_EQ(attitudes[k].coeffs(), motion.attitudes[k].coeffs()) << k;
            EXPECT_EQ(seconds_between(exchange.epoch, read.times[k]), motion.times[k]);
        }
    }
}

TEST(Aem, HasTheKeywordsOfItsVersion) {
    const Motion motion = some_motion();
    const std::string one = aem(some_exchange(AemVersion::one), motion.times, motion.attitudes).or_throw(),
                      two = aem(some_exchange(AemVersion::two), motion.times, motion.attitudes).or_throw();
    EXPECT_TRUE(one.starts_with("CCSDS_AEM_VERS = 1.0\nCREATION_DATE = 2026-11-18T12:00:00\n"));
    EXPECT_NE(one.find("ATTITUDE_DIR = A2B\n"), one.npos);
    EXPECT_NE(one.find("QUATERNION_TYPE = LAST\n"), one.npos);
    EXPECT_NE(one.find("START_TIME = 2027-01-01T00:00:00.5\nSTOP_TIME = 2027-01-01T00:00:34.8\n"), one.npos);
    EXPECT_EQ(changed(changed(changed(one, "1.0", "2.0"), "ATTITUDE_DIR = A2B\n", ""),
                      "QUATERNION_TYPE = LAST\n", ""),
              two);
}

// a quarter turn about z: the body's x is the y of space
constexpr const char* quarter_turn =
    "CCSDS_AEM_VERS = 1.0\n"
    "COMMENT of a hand\n"
    "CREATION_DATE = 2026-11-18T12:00:00\n"
    "ORIGINATOR = HAND\n"
    "META_START\n"
    "OBJECT_NAME = X\n"
    "OBJECT_ID = 2027-001A\n"
    "REF_FRAME_A = EME2000\n"
    "REF_FRAME_B = SC BODY 1\n"
    "ATTITUDE_DIR = A2B\n"
    "TIME_SYSTEM = TAI\n"
    "START_TIME = 2027-001T00:00:00\n"
    "STOP_TIME = 2027-001T00:00:02\n"
    "ATTITUDE_TYPE = QUATERNION\n"
    "QUATERNION_TYPE = LAST\n"
    "META_STOP\n"
    "DATA_START\n"
    "2027-001T00:00:00 0 0 0.70711 0.70711\n"
    "2027-001T00:00:02 0 0 0.70711 0.70711\n"
    "DATA_STOP\n";

Eigen::Vector3d turned_x(const std::string& text) {
    return read_one(text).from_body_to_space("SC_BODY_1", "EME2000").or_throw().front()
         * Eigen::Vector3d::UnitX();
}

TEST(Aem, DirectionOrderAndFramesSayWhichRotationItIs) {
    const std::string text = quarter_turn;
    const Eigen::Vector3d y = Eigen::Vector3d::UnitY();
    EXPECT_NEAR((turned_x(text) - y).norm(), 0, 1e-15);
    const std::string back = changed(text, "A2B", "B2A");
    EXPECT_NEAR((turned_x(back) + y).norm(), 0, 1e-15);
    const auto swap_frames = [](const std::string& t) {
        return changed(changed(t, "REF_FRAME_A = EME2000", "REF_FRAME_A = sc_body_1"),
                       "REF_FRAME_B = SC BODY 1", "REF_FRAME_B = EME2000");
    };
    EXPECT_NEAR((turned_x(swap_frames(text)) + y).norm(), 0, 1e-15);
    EXPECT_NEAR((turned_x(swap_frames(back)) - y).norm(), 0, 1e-15);
    std::string first = changed(text, "TYPE = LAST", "TYPE = FIRST");
    for (int i = 0; i < 2; ++i) first = changed(first, "0 0 0.70711 0.70711", "0.70711 0.0 0.0 0.70711");
    EXPECT_NEAR((turned_x(first) - y).norm(), 0, 1e-15);
    EXPECT_EQ(read_one(text).from_body_to_space("SC_BODY_2", "EME2000").error().message,
              "its frames are EME2000 and SC BODY 1, expected EME2000 and SC_BODY_2, which "
              "exchange.reference_frame and exchange.body_frame name");
}

TEST(Aem, ReadsWhatOthersWrite) {
    // rates are left out; lines may end with a return; comments, blank lines and marks of byte order are nothing
    std::string text = changed(quarter_turn, "QUATERNION\n", "QUATERNION/RATE\nRATE_FRAME = REF_FRAME_B\n");
    for (int i = 0; i < 2; ++i)
        text = changed(text, "0.70711 0.70711\n", "+.70711\t7.0711E-1 1 2 3  \r\n\r\n");
    EXPECT_NEAR(turned_x("\xEF\xBB\xBF\n" + text).y(), 1, 1e-15);
    // version 2 has neither direction nor order; files that say both all the same are about
    std::string two = changed(quarter_turn, "1.0", "2.0");
    EXPECT_NEAR(turned_x(two).y(), 1, 1e-15);
    two = changed(changed(two, "ATTITUDE_DIR = A2B\n", ""), "QUATERNION_TYPE = LAST\n", "");
    EXPECT_NEAR(turned_x(two).y(), 1, 1e-15);
    // useable times confine the attitudes
    const AttitudeEphemeris useable =
        read_one(changed(quarter_turn, "STOP_TIME = 2027-001T00:00:02\n",
                         "STOP_TIME = 2027-001T00:00:02\nUSEABLE_STOP_TIME = 2027-001T00:00:01.5\n"));
    EXPECT_EQ(seconds_between(useable.first_useable, useable.last_useable), 1.5);
    const std::string segment =
        std::string(quarter_turn).substr(std::string(quarter_turn).find("META_START"));
    EXPECT_EQ(read_aem(quarter_turn + segment).or_throw().size(), 2U);
}

TEST(Aem, ErrorsNameTheLine) {
    struct Case {
        std::string from, to, message;
    };
    for (
        const auto& [from, to, message] : std::vector<Case>{
            {"CCSDS_AEM_VERS = 1.0", "CCSDS_AEM_VERS = 3.0",
             "line 1: CCSDS_AEM_VERS is 3.0, expected 1.0 or 2.0"},
            {"CCSDS_AEM_VERS = 1.0\n", "",
             "line 2: \"CREATION_DATE = 2026-11-18T12:00:00\", expected "
             "CCSDS_AEM_VERS = 1.0 or 2.0 at the beginning"},
            {"ORIGINATOR = HAND", "ORIGINATER = HAND",
             "line 4: unknown keyword \"ORIGINATER\"; did you mean \"ORIGINATOR\"?"},
            {"ORIGINATOR = HAND", "HAND", "line 4: \"HAND\", expected KEYWORD = value"},
            {"OBJECT_NAME = X", "OBJECT_NAME =", "line 6: OBJECT_NAME has no value"},
            {"OBJECT_ID = 2027-001A", "OBJECT_NAME = Y", "line 7: OBJECT_NAME is given twice"},
            {"ATTITUDE_DIR = A2B\n", "", "line 15: ATTITUDE_DIR is missing before META_STOP"},
            {"ATTITUDE_DIR = A2B", "ATTITUDE_DIR = AB", "line 10: ATTITUDE_DIR is AB, expected A2B or B2A"},
            {"QUATERNION_TYPE = LAST\n", "", "line 15: QUATERNION_TYPE is missing before META_STOP"},
            {"TIME_SYSTEM = TAI", "TIME_SYSTEM = UT1",
             "line 11: TIME_SYSTEM is UT1, expected UTC, TAI, TT, TDB, GPS"},
            {"START_TIME = 2027-001T00:00:00\n", "", "line 15: START_TIME is missing before META_STOP"},
            {"START_TIME = 2027-001T00:00:00", "START_TIME = now",
             "line 12: START_TIME: expected a time of TAI from 1972 to 9999 such as \"2027-01-01T00:00:00\", got "
             "\"now\""},
            {"ATTITUDE_TYPE = QUATERNION", "ATTITUDE_TYPE = SPIN",
             "line 14: ATTITUDE_TYPE is SPIN, expected QUATERNION, alone or with /DERIVATIVE, /RATE or /ANGVEL"},
            {"META_STOP\nDATA_START\n", "META_STOP\n",
             "line 17: \"2027-001T00:00:00 0 0 0.70711 0.70711\", expected DATA_START"},
            {"00:00:02 0 0 0.70711 0.70711", "00:00:02 0 0 1",
             "line 19: \"2027-001T00:00:02 0 0 1\", expected a time and 4 numbers"},
            {"00:00:02 0 0 0.70711 0.70711", "00:00:02 0 nan 0 1",
             "line 19: \"nan\", expected a finite number"},
            {"00:00:02 0 0 0.70711 0.70711", "00:00:02 0 0 1 1",
             "line 19: the quaternion has length 1.41421, expected 1"},
            {"00:00:02 0 0", "00:00:00 0 0",
             "line 19: 2027-001T00:00:00 is not after 2027-01-01T00:00:00, expected times that increase"},
            {"DATA_STOP\n", "", "line 19: the file ends, expected DATA_STOP"},
            {"META_STOP\n", "", "line 16: \"DATA_START\", expected KEYWORD = value"},
            {"DATA_STOP\n", "DATA_STOP\nmore\n", "line 21: \"more\", expected META_START"}})
        EXPECT_EQ(read_aem(changed(quarter_turn, from, to)).error().message, message);
    EXPECT_EQ(read_aem("").error().message, "line 0: expected CCSDS_AEM_VERS = 1.0 or 2.0 at the beginning");
    EXPECT_EQ(read_aem("<?xml version=\"1.0\"?>\n<aem>\n").error().message,
              "line 1: this is XML, expected lines KEYWORD = value, the other form of an AEM");
    EXPECT_EQ(read_aem("CCSDS_AEM_VERS = 1.0\n").error().message,
              "line 1: the file ends, expected META_START");
}

TEST(Aem, WhatCannotBeWrittenIsRefused) {
    const Exchange exchange = some_exchange(AemVersion::one);
    const std::vector<double> times{0, 0}, far{0, 1e12};
    const std::vector<Eigen::Quaterniond> units(2, Eigen::Quaterniond::Identity());
    const std::vector<Eigen::Quaterniond> longer{units[0], Eigen::Quaterniond(2, 0, 0, 0)};
    EXPECT_EQ(aem(exchange, times, units).error().message,
              "times: number 2 is 0 after 0, expected times that increase");
    EXPECT_EQ(aem(exchange, std::vector<double>{0, 1}, longer).error().message,
              "attitudes: number 2 has length 2, expected 1");
    EXPECT_FALSE(aem(exchange, far, units));
    EXPECT_FALSE(aem(exchange, {}, {}));
    EXPECT_FALSE(refusal_of_name("SC BODY 1"));
    for (const std::string& name :
         {std::string(), std::string("a\nb"), std::string(" a"), std::string("é"), std::string(81, 'x')})
        EXPECT_TRUE(refusal_of_name(name)) << name;
}

}  // namespace
}  // namespace polhode
