/// The processes that mpirun has started. The only file that knows MPI.
#include "module.hpp"
#include "polhode/error.hpp"

// The C interface alone: the one for C++, which has left the standard, needs a library of its own.
#define OMPI_SKIP_MPICXX 1
#define MPICH_SKIP_MPICXX 1
#include <fmt/format.h>
#include <mpi.h>
#include <algorithm>
#include <limits>
#include <numeric>

namespace polhode::program {

namespace {

void check(int code, const char* what) {
    if (code != MPI_SUCCESS) throw RunError(fmt::format("MPI: {} failed with code {}", what, code));
}

class MpiCommunicator final : public Communicator {
public:
    MpiCommunicator() {
        // threads compute, but only this one sends
        int provided = 0;
        check(MPI_Init_thread(nullptr, nullptr, MPI_THREAD_FUNNELED, &provided), "the start");
        MPI_Comm_rank(MPI_COMM_WORLD, &rank_);
        MPI_Comm_size(MPI_COMM_WORLD, &ranks_);
        MPI_Comm here = MPI_COMM_NULL;
        check(MPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL, &here),
              "the start");
        MPI_Comm_size(here, &ranks_here_);
        MPI_Comm_free(&here);
    }
    ~MpiCommunicator() override { MPI_Finalize(); }

    int rank() const override { return rank_; }
    int ranks() const override { return ranks_; }
    int ranks_here() const override { return ranks_here_; }

    std::vector<double> gather(std::span<const double> part) override {
        return gathered<std::vector<double>>(part, MPI_DOUBLE);
    }
    std::string gather(const std::string& part) override { return gathered<std::string>(part, MPI_CHAR); }

    void broadcast(std::span<double> values) override {
        check(MPI_Bcast(values.data(), as_int(values.size()), MPI_DOUBLE, 0, MPI_COMM_WORLD), "a broadcast");
    }
    void end_all(int exit_code) override { MPI_Abort(MPI_COMM_WORLD, exit_code); }

private:
    static int as_int(std::size_t n) {
        if (n > static_cast<std::size_t>(std::numeric_limits<int>::max()))
            throw RunError(fmt::format("MPI: {} numbers are too many for one message", n));
        return static_cast<int>(n);
    }

    template <class All, class Part>
    All gathered(const Part& part, MPI_Datatype type) const {
        const int size = as_int(part.size());
        std::vector<int> sizes(first() ? static_cast<std::size_t>(ranks_) : 0), offsets(sizes.size());
        check(MPI_Gather(&size, 1, MPI_INT, sizes.data(), 1, MPI_INT, 0, MPI_COMM_WORLD), "a gather");
        std::exclusive_scan(sizes.begin(), sizes.end(), offsets.begin(), 0);
        All all(std::accumulate(sizes.begin(), sizes.end(), std::size_t{0}), {});
        check(MPI_Gatherv(part.data(), size, type, all.data(), sizes.data(), offsets.data(), type, 0,
                          MPI_COMM_WORLD),
              "a gather");
        return all;
    }

    int rank_ = 0, ranks_ = 1, ranks_here_ = 1;
};

}  // namespace

}  // namespace polhode::program

extern "C" const polhode::program::MpiModule polhode_module;
const polhode::program::MpiModule polhode_module{
    [] { return std::unique_ptr<polhode::Communicator>(new polhode::program::MpiCommunicator); }};
