/// What a run has to remember, read back from any bytes: refused, or read; never more memory than there are bytes.
#include "polhode/step/archive.hpp"

#include "target.hpp"

#include <cstdint>

namespace polhode::fuzz {
namespace {

struct Part {
    double time = 0;
    std::vector<double> rates;
    std::optional<std::vector<std::string>> names;
    void keep(core::Archive& archive) { archive(time, rates, names); }
};

const Target archive("archive", [](std::string_view bytes) {
    const auto* begin = reinterpret_cast<const std::byte*>(bytes.data());
    core::Archive kept(std::vector<std::byte>(begin, begin + bytes.size()));
    std::int64_t count = 0;
    std::string name;
    std::vector<Part> parts;
    std::vector<std::pair<std::string, std::optional<double>>> pairs;
    kept(count, name, parts, pairs);
    require(name.size() <= bytes.size() && parts.size() <= bytes.size(), "more than was kept");
    if (!kept.is_good() || !kept.is_at_end()) return;
    core::Archive again;
    again(count, name, parts, pairs);
    core::Archive back(again.bytes());
    std::vector<Part> same;
    back(count, name, same, pairs);
    require(back.is_good() && back.is_at_end() && same.size() == parts.size(),
            "what was written is not read");
});

}  // namespace
}  // namespace polhode::fuzz
