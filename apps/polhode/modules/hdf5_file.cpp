/// Arrays as datasets of an HDF5 file. The only file that knows HDF5.
#include "module.hpp"
#include "polhode/error.hpp"

#include <fmt/format.h>
#include <hdf5.h>
#include <utility>

namespace polhode::program {

namespace {

/// An identifier of the library, closed by the function that fits it.
class Handle {
public:
    Handle() = default;
    Handle(hid_t id, herr_t (*closer)(hid_t)) : id_(id), close_(closer) {}
    Handle(Handle&& other) noexcept { swap(other); }
    Handle& operator=(Handle&& other) noexcept {
        swap(other);
        return *this;
    }
    ~Handle() {
        if (id_ >= 0) close_(id_);
    }
    hid_t get() const { return id_; }
    bool close() { return id_ < 0 || close_(std::exchange(id_, -1)) >= 0; }

private:
    void swap(Handle& other) noexcept {
        std::swap(id_, other.id_);
        std::swap(close_, other.close_);
    }
    hid_t id_ = -1;
    herr_t (*close_)(hid_t) = nullptr;
};

class Hdf5File final : public ArrayFile {
public:
    Hdf5File(const std::filesystem::path& path, std::string shown) : shown_(std::move(shown)) {
        (void)H5dont_atexit();  // clearing up at the exit crashes after a failed write; all is closed here
        H5Eset_auto2(H5E_DEFAULT, nullptr, nullptr);  // our messages, not the library's stack
        file_ = made(H5Fcreate(path.c_str(), H5F_ACC_EXCL, H5P_DEFAULT, H5P_DEFAULT), H5Fclose);
    }

    void start(const ArrayInfo& array) override {
        const bool numbers = array.type == ArrayInfo::Type::float64;
        std::vector<hsize_t> shape(array.shape.begin(), array.shape.end());
        space_ = made(shape.empty() ? H5Screate(H5S_SCALAR)
                                    : H5Screate_simple(static_cast<int>(shape.size()), shape.data(), nullptr),
                      H5Sclose);
        set_ = made(H5Dcreate2(file_.get(), array.name.c_str(), numbers ? H5T_IEEE_F64LE : H5T_STD_U8LE,
                               space_.get(), H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT),
                    H5Dclose);
        shape_ = std::move(shape);
        next_row_ = 0;
    }
    void write(std::span<const double> values) override {
        append(values.data(), values.size(), H5T_NATIVE_DOUBLE);
    }
    void write(std::span<const std::uint8_t> values) override {
        append(values.data(), values.size(), H5T_NATIVE_UINT8);
    }
    void finish() override {
        if (!set_.close() || !space_.close()) fail();
    }
    void close() override {
        if (!file_.close()) fail();
    }

private:
    [[noreturn]] void fail() const {
        throw RunError(fmt::format("cannot write \"{}\": HDF5 reports an error (is the disk full?)", shown_));
    }
    Handle made(hid_t id, herr_t (*closer)(hid_t)) const {
        if (id < 0) fail();
        return {id, closer};
    }

    /// Whole rows, behind those that are there.
    void append(const void* values, hsize_t count, hid_t type) {
        if (count == 0) return;
        if (shape_.empty()) {
            if (H5Dwrite(set_.get(), type, H5S_ALL, H5S_ALL, H5P_DEFAULT, values) < 0) fail();
            return;
        }
        std::vector<hsize_t> from(shape_.size(), 0), size = shape_;
        hsize_t row = 1;
        for (std::size_t i = 1; i < shape_.size(); ++i) row *= shape_[i];
        from[0] = next_row_;
        size[0] = count / row;
        next_row_ += size[0];
        if (H5Sselect_hyperslab(space_.get(), H5S_SELECT_SET, from.data(), nullptr, size.data(), nullptr) < 0)
            fail();
        const Handle memory =
            made(H5Screate_simple(static_cast<int>(size.size()), size.data(), nullptr), H5Sclose);
        if (H5Dwrite(set_.get(), type, memory.get(), space_.get(), H5P_DEFAULT, values) < 0) fail();
    }

    std::string shown_;
    Handle file_, space_, set_;
    std::vector<hsize_t> shape_;
    hsize_t next_row_ = 0;
};

}  // namespace

}  // namespace polhode::program

extern "C" const polhode::program::ArrayModule polhode_module;
const polhode::program::ArrayModule polhode_module{
    [](polhode::OutputFolder& folder, const std::string& name) -> std::unique_ptr<polhode::ArrayFile> {
        return std::make_unique<polhode::program::Hdf5File>(folder.reserve(name + ".h5"), name + ".h5");
    }};
