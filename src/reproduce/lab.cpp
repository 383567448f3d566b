#include "reproduce/lab.hpp"

#include <fmt/format.h>
#include <cerrno>
#include <chrono>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <sstream>
#include <string_view>
#include <system_error>
#include <utility>

namespace polhode::reproduce {

namespace fs = std::filesystem;

namespace {

/// FNV-1a; of texts that differ in one letter it is never the same.
std::uint64_t hash_of(std::string_view text, std::uint64_t before = 0xcbf29ce484222325) {
    for (const char letter : text) before = (before ^ static_cast<unsigned char>(letter)) * 0x100000001b3;
    return before;
}

/// The key, the values, and a sum of both, by which half a line or a damaged one is known.
std::string line_of(const std::string& key, const Values& values) {
    std::string line = key + '\t';
    for (const double v : values) line += fmt::format("{:a} ", v);
    return fmt::format("{}\t{:016x}\n", line, hash_of(line));
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

Lab::Lab(const fs::path& file, std::function<void(const std::string&)> say) : say_(std::move(say)) {
    if (file.empty()) return;
    // a pipe would wait for somebody to write into it
    if (std::error_code none; fs::exists(file, none) && !fs::is_regular_file(file, none)) {
        place_ = file;
        fail("it is no file");
        return;
    }
    std::ifstream in(file);
    std::stringstream text;
    text << in.rdbuf();
    for (std::string line; std::getline(text, line);) {
        const std::size_t first = line.find('\t'), last = line.rfind('\t');
        if (first == last) continue;
        if (line.substr(last + 1) != fmt::format("{:016x}", hash_of(line.substr(0, last)))) continue;
        Values values = parse_values(line.substr(first + 1, last - first - 1));
        if (!values.empty()) known_[line.substr(0, first)] = ready(std::move(values));
    }
    remembered_ = known_.size();
    const std::string all = text.str();
    if (!all.empty() && all.back() != '\n') unwritten_ = '\n';  // what is written next begins a new line
    open(file, std::ios::app);
}

void Lab::keep_in(const fs::path& file) {
    const std::lock_guard lock(mutex_);
    open(file, std::ios::trunc);
}

void Lab::open(const fs::path& file, std::ios::openmode how) {
    place_ = file;
    file_.rdbuf()->pubsetbuf(nullptr, 0);  // what could not be written is known here alone
    errno = 0;
    file_.open(file, std::ios::out | how);
    if (!file_.is_open()) return fail(std::strerror(errno));
    write();
}

void Lab::write() {
    if (!file_.is_open() || unwritten_.empty()) return;
    errno = 0;
    file_ << unwritten_ << std::flush;
    if (file_) {
        unwritten_.clear();
        trouble_.clear();
        return;
    }
    const int error = errno;
    file_.clear();
    if (unwritten_.front() != '\n') unwritten_.insert(0, 1, '\n');  // half a line may stand there
    fail(std::strerror(error));
}

void Lab::fail(const std::string& why) {
    trouble_ = fmt::format("cannot write \"{}\": {}", place_.string(), why);
    if (say_) std::exchange(say_, {})("numbers are not kept: " + trouble_);
}

std::string Lab::missing_from_file() {
    const std::lock_guard lock(mutex_);
    write();
    return unwritten_.size() > 1 ? trouble_ : "";  // more than the end of a line
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
        if (keep) {
            unwritten_ += line_of(key, result);
            write();
        }
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
    std::uint64_t hash = hash_of("");
    char block[1 << 16];
    do {
        program.read(block, sizeof block);
        hash = hash_of({block, static_cast<std::size_t>(program.gcount())}, hash);
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
