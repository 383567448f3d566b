/// Large files that are written past the system's cache.
#include "io/direct_file.hpp"

#include "polhode/error.hpp"
#include "support/full_disk.hpp"

#include <gtest/gtest.h>
#include <cstdint>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

namespace polhode {
namespace {

namespace fs = std::filesystem;

std::string contents(const fs::path& path) {
    std::ifstream file(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
}
/// In which no block is like another.
std::string many_bytes(std::size_t count) {
    std::string bytes(count, '\0');
    std::uint32_t x = 1;
    for (char& byte : bytes) {
        x = x * 1664525U + 1013904223U;
        byte = static_cast<char>(x >> 24U);
    }
    return bytes;
}

/// On a disk, and in memory, which knows no way past its cache on some systems.
class Direct : public testing::TestWithParam<const char*> {
protected:
    void SetUp() override {
        const fs::path parent = std::string_view(GetParam()).empty() ? fs::temp_directory_path() : GetParam();
        if (!fs::is_directory(parent)) GTEST_SKIP() << "there is no " << parent;
        std::string name = parent / "polhode-test-XXXXXX";
        ASSERT_NE(mkdtemp(name.data()), nullptr);
        folder = name;
    }
    void TearDown() override {
        if (!folder.empty()) fs::remove_all(folder);
    }
    fs::path folder;
};

TEST_P(Direct, HasAllBytesWhateverTheirNumber) {
    constexpr std::size_t page = 4096, room = std::size_t{4} << 20U;
    for (const std::size_t count : {std::size_t{0}, std::size_t{1}, page, page + 1, room - 1, room, room + 1,
                                    room + page, 2 * room + 3 * page + 17}) {
        const std::string bytes = many_bytes(count);
        for (const std::size_t piece : {std::size_t{1000}, 3 * page, room + 5}) {
            fs::remove(folder / "file");
            DirectFile file(folder / "file", "file");
            for (std::size_t at = 0; at < count; at += piece)
                file.write(std::string_view(bytes).substr(at, piece));
            file.finish();
            EXPECT_TRUE(contents(folder / "file") == bytes) << count << " bytes, " << piece << " at a time";
        }
    }
}

TEST_P(Direct, TakesNoPlaceThatIsTaken) {
    std::ofstream(folder / "there") << "mine";
    fs::create_symlink("elsewhere", folder / "link");
    EXPECT_THROW(DirectFile(folder / "there", "shown"), RunError);
    EXPECT_THROW(DirectFile(folder / "link", "shown"), RunError);
    EXPECT_EQ(contents(folder / "there"), "mine");
}

TEST_P(Direct, SaysThatThereIsNoRoomLeft) {
    const test::FullDisk full(3U << 20U);
    std::string message;
    try {
        DirectFile file(folder / "file", "its name");
        file.write(many_bytes(std::size_t{9} << 20U));
        file.finish();
    } catch (const RunError& error) {
        message = error.what();
    }
    EXPECT_EQ(message, "cannot write \"its name\": File too large");
}

INSTANTIATE_TEST_SUITE_P(Somewhere, Direct, testing::Values("", "/dev/shm"), [](const auto& tested) {
    return std::string(tested.index ? "InMemory" : "OnDisk");
});

}  // namespace
}  // namespace polhode
