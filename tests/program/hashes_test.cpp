/// The bits of the numerics: runs of every family of methods end in the states on record, whatever the
/// compiler, the options of optimisation and the C library.
#include "program/run_program.hpp"

#include <cstdlib>
#include <sstream>

namespace polhode::test {
namespace {

const fs::path list = fs::path(POLHODE_SOURCE_DIR) / "tests/program/hashes.csv";

std::string hash_of(const std::string& command) {
    std::istringstream words(command + " --hash --quiet");
    const std::vector<std::string> arguments{std::istream_iterator<std::string>(words), {}};
    const Outcome outcome = run_program(arguments, {.folder = POLHODE_SOURCE_DIR});
    return outcome.exit_code == 0 ? outcome.out.substr(0, outcome.out.find('\n')) : outcome.err;
}

/// With POLHODE_UPDATE_HASHES set, the hashes of the runs in the list are written instead.
TEST(Hashes, AreThoseOnRecord) {
    const bool update = std::getenv("POLHODE_UPDATE_HASHES") != nullptr;
    std::string written;
    int runs = 0;
    for (const std::string& line : lines(contents(list))) {
        const std::size_t comma = line.find(',');
        const std::string recorded = line.substr(0, comma), command = line.substr(comma + 1);
        if (recorded == "hash") {
            written += line + '\n';
            continue;
        }
        ++runs;
        const std::string now = hash_of(command);
        ASSERT_EQ(now.size(), 16U) << command << ": " << now;
        written += now + ',' + command + '\n';
        if (!update) {
            EXPECT_EQ(now, recorded) << "polhode " << command;
        }
    }
    EXPECT_GT(runs, 50);
    if (update) std::ofstream(list, std::ios::binary) << written;
}

using HashOption = ProgramTest;

TEST_F(HashOption, PrintsOneLineAndNothingElse) {
    const Outcome outcome = run({"run", "--problem", "slow-top", "--end", "1", "--hash"});
    ASSERT_EQ(outcome.exit_code, 0) << outcome.err;
    EXPECT_EQ(outcome.err, "");
    ASSERT_EQ(outcome.out.size(), 17U) << outcome.out;
    EXPECT_EQ(outcome.out.find_first_not_of("0123456789abcdef"), 16U);
    const Outcome both = run({"run", "--problem", "slow-top", "--end", "1", "--hash", "--json"});
    EXPECT_EQ(both.json()["hash"], outcome.out.substr(0, 16));
    const Outcome other = run({"run", "--problem", "slow-top", "--end", "1", "--step", "0.005", "--hash"});
    EXPECT_NE(other.out, outcome.out);
}

}  // namespace
}  // namespace polhode::test
