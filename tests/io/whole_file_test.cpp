/// A file that is there as a whole, or as it was.
#include "io/whole_file.hpp"

#include "io/result_place.hpp"
#include "polhode/error.hpp"

#include <gtest/gtest.h>
#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <thread>
#include <vector>

namespace polhode {
namespace {

namespace fs = std::filesystem;

std::string contents(const fs::path& path) {
    std::ifstream file(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
}

class WholeFile : public testing::Test {
protected:
    void SetUp() override {
        std::string name = fs::temp_directory_path() / "polhode-test-XXXXXX";
        ASSERT_NE(mkdtemp(name.data()), nullptr);
        folder = name;
    }
    void TearDown() override { fs::remove_all(folder); }
    std::vector<std::string> names() const {
        std::vector<std::string> all;
        for (const auto& entry : fs::directory_iterator(folder))
            all.push_back(entry.path().filename().string());
        std::ranges::sort(all);
        return all;
    }

    fs::path folder;
};

using Names = std::vector<std::string>;

TEST_F(WholeFile, TakesThePlaceOfAnEarlierOne) {
    write_whole_file(folder / "page", "first, and longer");
    write_whole_file(folder / "page", "second");
    EXPECT_EQ(contents(folder / "page"), "second");
    EXPECT_EQ(names(), Names{"page"});
}

TEST_F(WholeFile, OfManyWritersOneStays) {
    constexpr std::size_t writers = 8, rounds = 20, bytes = 100'000;
    std::vector<std::jthread> threads;
    for (std::size_t i = 0; i < writers; ++i)
        threads.emplace_back([&, i] {
            for (std::size_t round = 0; round < rounds; ++round)
                write_whole_file(folder / "page", std::string(bytes, static_cast<char>('a' + i)));
        });
    for (int looks = 0; looks < 1000; ++looks) {
        const std::string seen = contents(folder / "page");
        if (seen.empty()) continue;  // there is none yet
        ASSERT_EQ(seen.size(), bytes);
        ASSERT_EQ(seen.find_first_not_of(seen.front()), std::string::npos) << "of two writers";
    }
    threads.clear();
    EXPECT_EQ(names(), Names{"page"});
}

TEST_F(WholeFile, ClearsWhatDeadWritersLeftAndNothingElse) {
    const fs::path dead = folder / ".page.part.abcdef", alive = folder / ".page.part.ghijkl",
                   other = folder / ".pages.part.abcdef";
    for (const fs::path& left : {dead, alive, other}) {
        fs::create_directory(left);
        std::ofstream(left / "page") << "half";
    }
    LockedFolder its_writer;
    ASSERT_EQ(its_writer.lock(alive), LockedFolder::Outcome::locked);
    write_whole_file(folder / "page", "whole");
    EXPECT_EQ(names(), (Names{".page.part.ghijkl", ".pages.part.abcdef", "page"}));
}

TEST_F(WholeFile, WhereItCannotBeWrittenNothingIsLeft) {
    fs::create_directory(folder / "page");
    std::ofstream(folder / "page" / "of others") << "stays";
    EXPECT_THROW(write_whole_file(folder / "page", "whole"), RunError);
    EXPECT_EQ(names(), Names{"page"});
    EXPECT_EQ(contents(folder / "page" / "of others"), "stays");
    EXPECT_THROW(write_whole_file(folder / "nowhere" / "page", "whole"), RunError);
}

}  // namespace
}  // namespace polhode
