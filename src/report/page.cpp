#include "report/page.hpp"

#include "polhode/assets.hpp"
#include "polhode/version.hpp"
#include "report/host.hpp"
#include "report/html.hpp"

#include <fmt/format.h>

#include <string_view>

namespace polhode {
namespace {

std::string replaced(std::string_view text, std::string_view from, std::string_view to) {
    std::string out;
    std::size_t begin = 0;
    for (std::size_t at; (at = text.find(from, begin)) != text.npos; begin = at + from.size()) {
        out.append(text, begin, at - begin).append(to);
    }
    return out.append(text, begin);
}

// Inside <script> the browser looks for "</script" and "<!--" before anything else does. In JSON "<" stands
// only in strings, where it may be written by its number.
std::string inside_data_block(std::string_view json) { return replaced(json, "<", "\\u003c"); }
std::string inside_script(std::string_view code) { return replaced(code, "</script", "<\\/script"); }

/// The charts are drawn by code of others, which asks that its licence goes with it.
std::string licence_of_charts() {
    return fmt::format("<details><summary>Charts: Chart.js, MIT licence</summary>\n<pre>{}</pre></details>",
                       html::escape(asset("licences/chart.js.txt")));
}

std::string footer(bool has_charts) {
    std::string out = fmt::format("Polhode {} · {}", version, html::escape(compiler_name()));
    if (const std::string cpu = processor_name(); !cpu.empty()) out += " · " + html::escape(cpu);
    if (has_charts) out += "\n" + licence_of_charts();
    return out;
}

std::string part(std::string_view name, const Page& page) {
    if (name == "title") return html::escape(page.title);
    if (name == "version") return std::string(version);
    if (name == "style") return std::string(asset("page.css"));
    if (name == "body") return page.body;
    if (name == "footer") return footer(!page.plots.charts.empty());
    if (name == "data") return inside_data_block(plot_data(page.plots));
    if (name == "scripts") {
        // Chart.js is most of the page's weight; a page without charts does without it.
        if (page.plots.charts.empty()) return "";
        return fmt::format("<script>{}</script>\n<script>{}</script>", inside_script(asset("chart.js")),
                           inside_script(asset("page.js")));
    }
    return "";
}

}  // namespace

// One pass over the template: "{{…}}" in what is put in is not expanded again.
std::string page_html(const Page& page) {
    const std::string_view shell = asset("page.html");
    std::string out;
    std::size_t begin = 0;
    for (std::size_t open; (open = shell.find("{{", begin)) != shell.npos;) {
        const std::size_t close = shell.find("}}", open);
        out += shell.substr(begin, open - begin);
        out += part(shell.substr(open + 2, close - open - 2), page);
        begin = close + 2;
    }
    return out.append(shell.substr(begin));
}

}  // namespace polhode
