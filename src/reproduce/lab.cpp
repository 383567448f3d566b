#include "reproduce/lab.hpp"

#include <fmt/format.h>
#include <chrono>
#include <cstdint>
#include <cstdlib>
#include <sstream>
#include <string_view>
#include <system_error>

namespace polhode::reproduce {

namespace fs = std::filesystem;

namespace {

std::string line_of(const std::string& key, const Values& values) {
    std::string line = fmt::format("{}\t{}\t", key, values.size());
    for (const double v : values) line += fmt::format("{:a} ", v);
    return line + '\n';
}

Values parse_values(const std::string& text) {
    Values values;
    const char* at = text.c_str();
    for (char* end = nullptr;; at = end) {
        const double v = std::strtod(at, &end);
        if (end == at) return values;
        values.push_back(v);
    }
}

constexpr std::string_view name_stem = "reproduce-", name_end = ".txt";

/// "reproduce-", sixteen hexadecimal digits, ".txt".
bool is_cache_name(std::string_view name) {
    if (name.size() != name_stem.size() + 16 + name_end.size()) return false;
    return name.starts_with(name_stem) && name.ends_with(name_end)
        && name.substr(name_stem.size(), 16).find_first_not_of("0123456789abcdef") == name.npos;
}

std::shared_future<Values> ready(Values values) {
    std::promise<Values> promise;
    promise.set_value(std::move(values));
    return promise.get_future().share();
}

}  // namespace

Lab::Lab(const fs::path& file) {
    // a pipe would wait for somebody to write into it
    if (std::error_code none; fs::exists(file, none) && !fs::is_regular_file(file, none)) return;
    std::ifstream in(file);
    std::stringstream text;
    text << in.rdbuf();
    for (std::string line; std::getline(text, line);) {
        const std::size_t tab = line.find('\t'), second = line.find('\t', tab + 1);
        // a run that was killed may have left half a line behind: a whole one has as many values as it says
        if (tab == std::string::npos || second == std::string::npos) continue;
        Values values = parse_values(line.substr(second + 1));
        if (line.substr(tab + 1, second - tab - 1) != std::to_string(values.size()) || line.back() != ' '
            || values.empty())
            continue;
        known_[line.substr(0, tab)] = ready(std::move(values));
    }
    remembered_ = known_.size();
    if (file.empty()) return;
    const std::string all = text.str();
    file_.open(file, std::ios::app);
    if (!all.empty() && all.back() != '\n') file_ << '\n';  // what is written next begins a new line
}

Values Lab::values(const std::string& key, const std::function<Values()>& compute) {
    return recall(key, compute, true);
}

Values Lab::recall(const std::string& key, const std::function<Values()>& compute, bool keep) {
    std::promise<Values> promise;
    {
        std::unique_lock lock(mutex_);
        if (const auto found = known_.find(key); found != known_.end()) {
            const std::shared_future<Values> result = found->second;
            lock.unlock();
            return result.get();
        }
        known_[key] = promise.get_future().share();
    }
    try {
        Values result = compute();
        promise.set_value(result);
        const std::lock_guard lock(mutex_);
        if (keep && file_.is_open()) file_ << line_of(key, result) << std::flush;
        return result;
    } catch (...) {
        promise.set_exception(std::current_exception());
        const std::lock_guard lock(mutex_);
        known_.erase(key);  // who asks again later computes again
        throw;
    }
}

Values Lab::measured(const std::string& key, const std::function<Values()>& measure) {
    if (others_run_) throw Later();
    return recall(key, measure, false);
}

void Lab::check() const {
    if (stopped_) throw Stopped();
}

double Lab::value(const std::string& key, const std::function<double()>& compute) {
    return values(key, [&] { return Values{compute()}; }).front();
}

fs::path cache_file() {
    const char *xdg = std::getenv("XDG_CACHE_HOME"), *home = std::getenv("HOME");
    const bool has_xdg = xdg && fs::path(xdg).is_absolute();  // the specification ignores a relative one
    if (!has_xdg && !(home && *home)) return {};
    const fs::path folder = (has_xdg ? fs::path(xdg) : fs::path(home) / ".cache") / "polhode";
    std::error_code error;
    fs::create_directories(folder, error);
    if (error) return {};

    std::ifstream program("/proc/self/exe", std::ios::binary);
    if (!program) return {};
    std::uint64_t hash = 0xcbf29ce484222325;  // FNV-1a
    char block[1 << 16];
    do {
        program.read(block, sizeof block);
        for (std::streamsize i = 0; i < program.gcount(); ++i)
            hash = (hash ^ static_cast<unsigned char>(block[i])) * 0x100000001b3;
    } while (program);
    const fs::path file = folder / fmt::format("{}{:016x}{}", name_stem, hash, name_end);
    const auto old = fs::file_time_type::clock::now() - std::chrono::hours(24 * 30);
    for (const auto& other : fs::directory_iterator(folder, error))
        if (is_cache_name(other.path().filename().string()) && other.path() != file
            && fs::last_write_time(other.path(), error) < old)
            fs::remove(other.path(), error);
    return file;
}

}  // namespace polhode::reproduce
