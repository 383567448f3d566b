#include "reproduce/lab.hpp"

#include "support/full_disk.hpp"

#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>
#include <atomic>
#include <chrono>
#include <cmath>
#include <fstream>
#include <iterator>
#include <limits>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

namespace polhode::reproduce {
namespace {

namespace fs = std::filesystem;

struct LabFile : testing::Test {
    fs::path file = fs::temp_directory_path() / ("polhode-lab-" + std::to_string(getpid()) + ".txt");
    void SetUp() override { fs::remove(file); }
    void TearDown() override { fs::remove(file); }

    std::string bytes() const {
        std::ifstream in(file);
        return {std::istreambuf_iterator<char>(in), {}};
    }
    void put(const std::string& text) const { std::ofstream(file, std::ios::trunc) << text; }
};

TEST(Lab, ComputesOnce) {
    Lab lab;
    int calls = 0;
    for (int i = 0; i < 3; ++i) EXPECT_EQ(lab.value("x", [&] { return ++calls, 2.5; }), 2.5);
    EXPECT_EQ(calls, 1);
}

TEST(Lab, ThreadsWaitForEachOther) {
    Lab lab;
    std::atomic<int> calls = 0;
    std::vector<std::thread> pool;
    for (int i = 0; i < 4; ++i)
        pool.emplace_back([&] {
            EXPECT_EQ(lab.value("x",
                                [&] {
                                    ++calls;
                                    std::this_thread::sleep_for(std::chrono::milliseconds(20));
                                    return 1.0;
                                }),
                      1);
        });
    for (std::thread& t : pool) t.join();
    EXPECT_EQ(calls, 1);
}

TEST(Lab, RemembersNoFailure) {
    Lab lab;
    const auto fails = []() -> double { throw std::runtime_error("no"); };
    EXPECT_THROW(lab.value("x", fails), std::runtime_error);
    EXPECT_EQ(lab.value("x", [] { return 1.0; }), 1);
}

TEST_F(LabFile, RemembersEveryBit) {
    const Values values{1.0 / 3, -0.0, 1e-310, std::numeric_limits<double>::infinity()};
    {
        EXPECT_EQ(Lab(file).values("a key", [&] { return values; }), values);
    }
    Lab again(file);
    EXPECT_EQ(again.remembered(), 1U);
    const Values read = again.values("a key", []() -> Values { throw std::logic_error("computed again"); });
    EXPECT_EQ(read, values);
    EXPECT_TRUE(std::signbit(read[1]));
}

TEST_F(LabFile, ForgetsALineThatWasCut) {
    {
        Lab(file).value("x", [] { return 0.1; });
    }
    fs::resize_file(file, fs::file_size(file) - 3);
    Lab again(file);
    EXPECT_EQ(again.remembered(), 0U);
    EXPECT_EQ(again.value("x", [] { return 0.25; }), 0.25);
    EXPECT_EQ(Lab(file).value("x", [] { return 3.0; }), 0.25);  // what was written after it stands by itself
}

TEST_F(LabFile, ForgetsALineThatLostValues) {
    {
        Lab(file).values("x", [] { return Values{0.5, 0.25}; });
    }
    std::string text = bytes();
    text.erase(text.rfind("0x"), text.rfind('\t') - text.rfind("0x"));  // all else is there
    put(text);
    EXPECT_EQ(Lab(file).remembered(), 0U);
}

TEST_F(LabFile, ForgetsALineWithAnotherDigit) {
    {
        Lab(file).values("x1", [] { return Values{1.0 / 3, 0.25}; });
    }
    const std::string whole = bytes();
    ASSERT_EQ(Lab(file).remembered(), 1U);
    for (std::size_t i = 0; i < whole.size(); ++i) {
        std::string changed = whole;
        changed[i] = whole[i] == '7' ? '8' : '7';
        put(changed);
        // the end of a file needs no end of a line
        EXPECT_EQ(Lab(file).remembered(), 0U) << i << ": " << changed;
    }
}

/// As an earlier program has written it: with a number of values and no sum.
TEST_F(LabFile, ForgetsALineWithoutASum) {
    for (const char* const line : {"x\t1\t0x1p+0 \n", "x\t0\t \n", "x\t\n", "x\t\t\n", "\t\t\n", "\n", "x"}) {
        put(line);
        Lab lab(file);
        EXPECT_EQ(lab.remembered(), 0U) << line;
        EXPECT_EQ(lab.value("x", [] { return 2.5; }), 2.5) << line;
    }
}

TEST_F(LabFile, WritesLaterWhatTheDiskHadNoPlaceFor) {
    std::vector<std::string> said;
    Lab lab(file, [&](const std::string& trouble) { said.push_back(trouble); });
    lab.value("first", [] { return 0.1; });
    EXPECT_EQ(lab.missing_from_file(), "");
    {
        const test::FullDisk full(fs::file_size(file) + 10);
        lab.value("second", [] { return 0.2; });
        lab.value("third", [] { return 0.3; });
        EXPECT_NE(lab.missing_from_file().find("cannot write \"" + file.string() + "\": File too large"),
                  std::string::npos)
            << lab.missing_from_file();
        EXPECT_EQ(Lab(file).remembered(), 1U);
    }
    ASSERT_EQ(said.size(), 1U);  // once
    EXPECT_EQ(said.front().rfind("numbers are not kept: cannot write", 0), 0U) << said.front();
    lab.value("fourth", [] { return 0.4; });
    EXPECT_EQ(lab.missing_from_file(), "");
    Lab again(file);
    EXPECT_EQ(again.remembered(), 4U);
    const auto computed_again = []() -> double { throw std::logic_error("computed again"); };
    EXPECT_EQ(again.value("second", computed_again), 0.2);
    EXPECT_EQ(again.value("third", computed_again), 0.3);
}

TEST_F(LabFile, SaysThatThereIsNoPlaceForIt) {
    for (const fs::path& place : {fs::path("/proc/none/numbers"), fs::temp_directory_path()}) {
        std::vector<std::string> said;
        Lab lab(place, [&](const std::string& trouble) { said.push_back(trouble); });
        lab.value("x", [] { return 0.1; });
        EXPECT_EQ(said.size(), 1U) << place;
        EXPECT_NE(lab.missing_from_file().find(place.string()), std::string::npos) << lab.missing_from_file();
    }
}

TEST_F(LabFile, BeginsAFileWithWhatItHasComputedBefore) {
    put("of somebody else\n");
    {
        Lab lab;
        lab.value("before", [] { return 0.1; });
        lab.measured("time", [] { return Values{1.5}; });
        EXPECT_EQ(lab.missing_from_file(), "");
        lab.keep_in(file);
        lab.value("after", [] { return 0.2; });
    }
    EXPECT_EQ(bytes().rfind("before\t", 0), 0U) << bytes();
    EXPECT_EQ(Lab(file).remembered(), 2U);
}

TEST_F(LabFile, DoesNotWaitForAPipe) {
    ASSERT_EQ(mkfifo(file.c_str(), 0600), 0);
    EXPECT_EQ(Lab(file).value("x", [] { return 2.5; }), 2.5);
}

TEST_F(LabFile, KeepsNoTimes) {
    {
        EXPECT_EQ(Lab(file).measured("time", [] { return Values{1.5}; }).front(), 1.5);
    }
    Lab again(file);
    EXPECT_EQ(again.remembered(), 0U);
    again.others_run(true);
    EXPECT_THROW(again.measured("time", [] { return Values{1.5}; }), Lab::Later);
}

TEST(Lab, StopsLongComputations) {
    Lab lab;
    EXPECT_NO_THROW(lab.check());
    lab.stop();
    EXPECT_THROW(lab.check(), Lab::Stopped);
}

}  // namespace
}  // namespace polhode::reproduce
