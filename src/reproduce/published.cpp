#include "reproduce/published.hpp"

#include <sstream>
#include <stdexcept>

namespace polhode::reproduce {

std::vector<Printed> read_published(std::string_view csv) {
    std::vector<Printed> all;
    std::istringstream in{std::string(csv)};
    std::string line;
    std::getline(in, line);
    if (line != "figure,row,column,published")
        throw std::logic_error("published.csv: unexpected heading " + line);
    while (std::getline(in, line)) {
        std::istringstream fields(line);
        Printed p;
        const bool whole = std::getline(fields, p.figure, ',') && std::getline(fields, p.row, ',')
                        && std::getline(fields, p.column, ',') && std::getline(fields, p.value);
        if (!whole) throw std::logic_error("published.csv: four fields expected in " + line);
        all.push_back(std::move(p));
    }
    return all;
}

}  // namespace polhode::reproduce
