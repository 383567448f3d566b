#include "report/page.hpp"

#include "polhode/assets.hpp"
#include "polhode/version.hpp"
#include "report/host.hpp"
#include "report/html.hpp"
#include "report/policy.hpp"

#include <fmt/format.h>

#include <string_view>
#include <vector>

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

/// A program that was built without three.js or esbuild has an empty viewer.
bool moves(const Page& page) { return !page.motion.empty() && !asset("viewer.js").empty(); }

/// What a page runs, in this order.
std::vector<std::string> scripts_of(const Page& page) {
    std::vector<std::string> scripts;
    // Each is most of a page's weight; a page without charts, or without a motion, does without it.
    if (!page.plots.charts.empty())
        scripts = {inside_script(asset("chart.js")), inside_script(asset("page.js"))};
    if (moves(page)) scripts.push_back(inside_script(asset("viewer.js")));
    if (!page.script.empty()) scripts.push_back(inside_script(asset(page.script)));
    return scripts;
}

std::string style_of(const Page& page) {
    std::string style =
        std::string(asset("colours.css")).append(asset("page.css")).append(asset("picture.css"));
    if (!page.motion.empty()) style += asset("viewer.css");
    return style;
}

/// Code of others asks that its licence goes with it.
std::string licence(std::string_view what, std::string_view file) {
    return fmt::format("\n<details><summary>{}, MIT licence</summary>\n<pre>{}</pre></details>", what,
                       html::escape(asset(file)));
}

std::string footer(const Page& page) {
    std::string out = fmt::format("Polhode {} · {}", version, html::escape(compiler_name()));
    if (const std::string cpu = processor_name(); !cpu.empty()) out += " · " + html::escape(cpu);
    if (!page.plots.charts.empty()) out += licence("Charts: Chart.js", "licences/chart.js.txt");
    if (moves(page)) out += licence("Moving body: three.js", "licences/three.js.txt");
    return out;
}

/// The numbers of the charts, and the motion.
std::string data_of(const Page& page) {
    std::string data = plot_data(page.plots);
    if (!page.motion.empty()) data.insert(data.size() - 1, ",\"motion\":" + page.motion);
    return inside_data_block(data);
}

std::string part(std::string_view name, const Page& page) {
    if (name == "title") return html::escape(page.title);
    if (name == "version") return std::string(version);
    if (name == "policy") return content_policy(style_of(page), scripts_of(page));
    if (name == "style") return style_of(page);
    if (name == "body") return page.body;
    if (name == "footer") return footer(page);
    if (name == "data") return data_of(page);
    if (name == "scripts") {
        std::string out;
        for (const std::string& script : scripts_of(page))
            out += fmt::format("<script>{}</script>\n", script);
        return out;
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
