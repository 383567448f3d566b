/// The processes that share an ensemble, one rank each. A program on its own is rank 0 of 1.
#pragma once

#include "polhode/expected.hpp"

#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace polhode {

/// All functions but rank() and ranks() are called by all ranks, in the same order.
class Communicator {
public:
    Communicator() = default;
    Communicator(const Communicator&) = delete;
    Communicator& operator=(const Communicator&) = delete;
    virtual ~Communicator() = default;

    virtual int rank() const = 0;
    virtual int ranks() const = 0;
    /// How many of the ranks are on this machine.
    virtual int ranks_here() const = 0;

    /// The parts of all ranks, one behind the other in their order, on rank 0; nothing elsewhere.
    virtual std::vector<double> gather(std::span<const double> part) = 0;
    virtual std::string gather(const std::string& part) = 0;
    /// The values of rank 0, everywhere.
    virtual void broadcast(std::span<double> values) = 0;
    std::string broadcast(const std::string& text);

    /// Ends all ranks at once, without clearing up; returns if there is only this one.
    virtual void end_all(int exit_code) { (void)exit_code; }

    bool first() const { return rank() == 0; }
    void barrier();
    /// The sum over the ranks, place by place; exact, hence the same for any order, as long as all are whole
    /// numbers.
    void sum(std::span<double> counts);
    /// Does the work here, and makes sure that either all ranks go on or none: if it throws on any of them,
    /// the lowest such rank throws on what it caught and all others throw FailedElsewhere.
    void together(const std::function<void()>& work);
    /// The same for work that returns its failure: so does this, an Error without message on all ranks but
    /// the lowest that failed. What the work throws is thrown on.
    [[nodiscard]] std::optional<Error> try_together(const std::function<std::optional<Error>()>& work);
    /// Whether that has happened: all ranks know of the failure.
    bool failed_together() const { return failed_together_; }

private:
    bool failed_together_ = false;
};

/// Another rank has failed, and tells about it.
struct FailedElsewhere {
    bool bad_input;  ///< an InputError
};

/// Rank 0 of 1.
std::unique_ptr<Communicator> alone();

}  // namespace polhode
