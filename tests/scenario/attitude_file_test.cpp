// Attitudes that a scenario takes from an ephemeris, and [exchange].
#include "polhode/exchange/aem.hpp"
#include "polhode/scenario/ensemble_scenario.hpp"
#include "toml/scenario.hpp"

#include <gtest/gtest.h>
#include <filesystem>
#include <fstream>

namespace polhode::test {
namespace {

const std::string body = "[body]\ninertia = [1, 2, 2.5]\n[integrate]\nend = 1\nstep = 0.1\n";
const std::string pd =
    "[control]\nlaw = \"quaternion-pd\"\nkp = 1\nkd = 1\nperiod = 0.1\ntarget_file = \"x.aem\"\n";
const std::string start = "[initial]\nmomentum = [0, 0, 1]\n";
const std::string from_file = start + "attitude_file = \"x.aem\"\n";
const std::string epoch = "[exchange]\nepoch = \"2027-01-01T00:00:00\"\n";

Eigen::Quaterniond about_z(double angle) {
    return Eigen::Quaterniond(Eigen::AngleAxisd(angle, Eigen::Vector3d::UnitZ()));
}

class AttitudeFile : public testing::Test {
protected:
    // of its own: tests run at the same time
    std::filesystem::path folder = std::filesystem::path(testing::TempDir())
                                 / testing::UnitTest::GetInstance()->current_test_info()->name();

    void SetUp() override {
        std::filesystem::create_directories(folder);
        write({});
    }
    /// From t = −1 to 2, a radian per second about z.
    void write(Exchange exchange) const {
        exchange.epoch = instant_in("2027-01-01T00:00:00", exchange.time_system).or_throw();
        std::ofstream(folder / "x.aem") << aem(exchange, std::vector<double>{-1, 0.5, 2},
                                               std::vector{about_z(-1), about_z(0.5), about_z(2)})
                                               .or_throw();
    }
    Scenario read(const std::string& keys) const {
        return make_scenario(ScenarioText{(folder / "x.toml").string(), body + keys}, {});
    }
    void expect_complaint(const std::string& keys, const std::string& part) const {
        try {
            read(keys);
            ADD_FAILURE() << "none: " << part;
        } catch (const InputError& error) {
            EXPECT_NE(std::string(error.what()).find(part), std::string::npos) << error.what();
        }
    }
};

TEST_F(AttitudeFile, AnotherAttitudeFromAboveReplacesItWithItsTime) {
    const std::string keys = body + from_file + "attitude_time = \"2027-01-01T00:00:01\"\n" + epoch;
    const Scenario s = make_scenario(ScenarioText{(folder / "x.toml").string(), keys},
                                     {{"--set", "initial.quaternion", "[0, 0, 0, 1]"}});
    EXPECT_LT(s.problem.initial.attitude.angularDistance(about_z(0)), 1e-15);
}

TEST_F(AttitudeFile, GivesTheAttitudeAtTheEpochOrAtATime) {
    const auto initial = [&](const std::string& keys) { return read(keys).problem.initial.attitude; };
    EXPECT_LT(initial(from_file + epoch).angularDistance(about_z(0)), 1e-15);
    EXPECT_LT(initial(from_file + "attitude_time = \"2027-01-01T00:00:01.25\"\n" + epoch)
                  .angularDistance(about_z(1.25)),
              1e-15);
}

TEST_F(AttitudeFile, IsATargetWithinItsTimes) {
    const Scenario scenario = read(start + pd + epoch);
    const AttitudeTarget target = std::get<QuaternionPd>(scenario.problem.control->law).target;
    for (const double t : {0.0, 0.25, 0.5, 1.0}) EXPECT_LT(target(t).angularDistance(about_z(t)), 1e-15) << t;
    expect_complaint(
        start + pd + "[exchange]\nepoch = \"2027-01-01T00:00:01.5\"\n",
        "control.target_file: its attitudes are from t = -2.5 to 0.5 after exchange.epoch, expected them "
        "from 0 to the end of the run, 1");
    expect_complaint(start + pd, "expected them from 0 to the end of the run, 1");
}

TEST_F(AttitudeFile, ThatDoesNotFitIsRefused) {
    expect_complaint(
        from_file,
        "initial.attitude_file: there is no attitude at 2000-01-01T12:00:00 (exchange.epoch, or give "
        "initial.attitude_time): those of the file are from 2026-12-31T23:59:59 to 2027-01-01T00:00:02");
    expect_complaint(from_file + "attitude_time = \"2027-01-01T00:00:02.5\"\n" + epoch,
                     "initial.attitude_time: there is no attitude at 2027-01-01T00:00:02.5: those");
    expect_complaint(start + "attitude_time = \"2027-01-01T00:00:02.5\"\n", "expected initial.attitude_file");
    expect_complaint(from_file + "quaternion = [0, 0, 0, 1]\n", "contradicts");
    expect_complaint(from_file + epoch + "time_system = \"TAI\"\n", "its times are UTC, expected TAI");
    expect_complaint(from_file + epoch + "reference_frame = \"ICRF\"\n",
                     "its frames are EME2000 and SC_BODY_1, expected ICRF and SC_BODY_1");
    expect_complaint(start + "attitude_file = \"none.aem\"\n", "cannot read \"");
    std::ofstream(folder / "x.aem") << "CCSDS_AEM_VERS = 1.0\nnonsense\n";
    expect_complaint(from_file, "x.aem\": line 2: \"nonsense\", expected KEYWORD = value");
    const Value::Table initial{{{"attitude_file", text_value("x.aem")}}};
    const auto unread =
        read_scenario({{{{"problem", text_value("slow-top")}, {"initial", table_value(initial)}}}});
    ASSERT_FALSE(unread);
    EXPECT_EQ(unread.error().message,
              "initial.attitude_file: expected no file, since nothing was given that reads it");
}

TEST_F(AttitudeFile, ExchangeNamesWhatFilesSay) {
    const Exchange usual = read(start).exchange;
    EXPECT_EQ(to_text(usual.epoch, usual.time_system), "2000-01-01T12:00:00");
    const Exchange exchange =
        read(start + epoch
             + "time_system = \"TT\"\nobject_name = \"CUBE\"\nobject_id = \"2027-001A\"\nreference_frame = \"ICRF\"\n"
               "body_frame = \"SC_BODY_2\"\noriginator = \"ME\"\ncreation_date = \"2026-11-18T00:00:00\"\n"
               "aem_version = 2\n")
            .exchange;
    EXPECT_EQ(exchange.time_system, TimeSystem::tt);
    EXPECT_EQ(to_text(exchange.epoch, exchange.time_system), "2027-01-01T00:00:00");
    EXPECT_EQ(exchange.object_name + exchange.object_id + exchange.originator, "CUBE2027-001AME");
    EXPECT_EQ(exchange.reference_frame + exchange.body_frame, "ICRFSC_BODY_2");
    EXPECT_EQ(exchange.aem_version, AemVersion::two);
    EXPECT_TRUE(exchange.creation_date);
    const Exchange of_many =
        make_ensemble_scenario(ScenarioText{"x.toml", body + start + epoch + "[ensemble]\ncount = 2\n"}, {})
            .exchange;
    EXPECT_EQ(to_text(of_many.epoch, of_many.time_system), "2027-01-01T00:00:00");
    // without quotes, which a shell takes away
    const Exchange of_option =
        make_scenario(ScenarioText{"x.toml", body + start},
                      {{"--set exchange.epoch", "exchange.epoch", "2027-01-01T00:00:00"}})
            .exchange;
    EXPECT_EQ(to_text(of_option.epoch, of_option.time_system), "2027-01-01T00:00:00");
    for (const auto& [key, part] :
         {std::pair("epoch = 2027-01-01T00:00:00", "expected a time in quotes, got a date or time"),
          std::pair("epoch = \"noon\"", "x.toml:9: exchange.epoch: expected a time of UTC from 1972 to 9999"),
          std::pair("time_system = \"UT1\"", "expected \"UTC\" or \"TAI\" or"),
          std::pair("object_name = \"\"", "expected a name of 1 to 80 printable"),
          std::pair("aem_version = 3", "expected 1 or 2, got 3"),
          std::pair("epoche = 1", "did you mean \"epoch\"")})
        expect_complaint(start + "[exchange]\n" + key + "\n", part);
}

}  // namespace
}  // namespace polhode::test
