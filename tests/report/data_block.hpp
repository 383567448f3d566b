/// Reading a page's data block back, as its script does.
#pragma once

#include <cmath>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace polhode {

inline nlohmann::json data_block(const std::string& html) {
    const std::string open = "<script type=\"application/json\" id=\"page-data\">";
    const std::size_t begin = html.find(open) + open.size();
    return nlohmann::json::parse(html.substr(begin, html.find("</script>", begin) - begin));
}

inline std::vector<double> column_of(const nlohmann::json& data, const std::string& name) {
    const nlohmann::json& column = data["columns"][name];
    if (column.contains("count")) {
        std::vector<double> spaced;
        for (int i = 0; i < column["count"].get<int>(); ++i)
            spaced.push_back(column["start"].get<double>() + i * column["spacing"].get<double>());
        return spaced;
    }
    const double unit = column.is_array() ? 1 : column["unit"].get<double>();
    std::vector<double> out;
    for (const nlohmann::json& v : column.is_array() ? column : column["values"]) {
        out.push_back(v.is_null() ? std::nan("") : v.get<double>() * unit);
    }
    return out;
}

}  // namespace polhode
