/// docs/orders.md has a row for every method, with the order that its sheet states. The measured ones are checked by
/// tests/method/rate_order_test.cpp.
#include "page.hpp"
#include "polhode/catalogue.hpp"
#include "support/stated_orders.hpp"

#include <map>

namespace polhode::test {
namespace {

/// Of a row: what stands between the bars.
std::vector<std::string> cells(const std::string& row) {
    std::vector<std::string> all;
    std::istringstream stream(row.substr(1));
    for (std::string cell; std::getline(stream, cell, '|');) {
        const std::size_t first = cell.find_first_not_of(' '), last = cell.find_last_not_of(' ');
        all.push_back(first == std::string::npos ? "" : cell.substr(first, last - first + 1));
    }
    return all;
}

std::map<std::string, std::vector<std::string>> rows() {
    const Page page{"docs/orders.md", split(text_of("docs/orders.md"))};
    std::map<std::string, std::vector<std::string>> all;
    for (std::size_t n = blocks(page).at(0).begin; n < blocks(page).at(0).end; ++n) {
        const std::vector<std::string> row = cells(page.lines[n]);
        if (row.at(0).starts_with("`")) all[row[0].substr(1, row[0].size() - 2)] = row;
    }
    return all;
}

TEST(Orders, OfEveryMethodAreShownAsStated) {
    const auto shown = rows();
    for (const Method& m : catalogue()) {
        const auto row = shown.find(std::string(m.sheet.name));
        ASSERT_NE(row, shown.end()) << m.sheet.name << ": scripts/measure-docs orders writes it";
        EXPECT_EQ(row->second.at(1), stated_orders(m.sheet)) << m.sheet.name;
        EXPECT_EQ(row->second.size(), 7U) << m.sheet.name;
    }
}

TEST(Orders, AreThoseOfMethodsThatThereAre) {
    for (const auto& [name, row] : rows()) {
        const auto known = find_method(name);
        ASSERT_TRUE(known) << name;
        EXPECT_EQ(row.at(1), stated_orders((*known)->sheet)) << name;
    }
}

}  // namespace
}  // namespace polhode::test
