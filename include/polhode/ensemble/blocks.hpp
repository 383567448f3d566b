/// How an ensemble lies in memory: blocks of eight bodies, each component of a block side by side, whatever
/// the width of the machine's registers. In principal axes.
#pragma once

#include <array>
#include <cstddef>
#include <span>
#include <vector>

namespace polhode::core {

inline constexpr std::size_t block_bodies = 8;

/// Blocks come in whole groups, so that a kernel may work on the lanes of several at once.
inline constexpr std::size_t group_blocks = 4;

constexpr std::size_t blocks_for(std::size_t bodies) {
    constexpr std::size_t group = group_blocks * block_bodies;
    return (bodies + group - 1) / group * group_blocks;
}

/// One number of each body of a block.
struct alignas(64) Column {
    double of[block_bodies];
};

/// Attitude x, y, z, w and momentum of eight bodies.
struct StateBlock {
    std::array<Column, 4> attitude;
    std::array<Column, 3> momentum;
};

/// Three numbers of eight bodies: moments of inertia, or a torque.
using VectorBlock = std::array<Column, 3>;

/// What bodies may have in common: one block for all of them, or one for each block of states.
template <class Block>
class Shared {
public:
    Shared() : blocks_(1) {}

    bool common() const { return blocks_.size() == 1; }
    std::size_t stride() const { return common() ? 0 : 1; }
    const Block* data() const { return blocks_.data(); }
    const Block& operator[](std::size_t block) const { return blocks_[block * stride()]; }
    Block& for_all() { return blocks_[0]; }
    /// The separate block that a block of states gets once its bodies differ from the others.
    Block& own(std::size_t block, std::size_t blocks) {
        if (blocks_.size() < blocks) blocks_.resize(blocks, Block(blocks_[0]));
        return blocks_[block];
    }

private:
    std::vector<Block> blocks_;
};

/// The same for as many numbers of each body as there are: those of its torque.
class SharedColumns {
public:
    explicit SharedColumns(std::size_t numbers) : numbers_(numbers), columns_(numbers) {}

    bool common() const { return columns_.size() == numbers_; }
    /// From one block to the next, in columns.
    std::size_t stride() const { return common() ? 0 : numbers_; }
    const Column* data() const { return columns_.data(); }
    std::span<const Column> operator[](std::size_t block) const {
        return std::span(columns_).subspan(block * stride(), numbers_);
    }
    std::span<Column> for_all() { return columns_; }
    std::span<Column> own(std::size_t block, std::size_t blocks) {
        columns_.reserve(blocks * numbers_);
        for (std::size_t i = columns_.size(); i < blocks * numbers_; ++i)
            columns_.emplace_back(columns_[i - numbers_]);
        return std::span(columns_).subspan(block * numbers_, numbers_);
    }

private:
    std::size_t numbers_;
    std::vector<Column> columns_;
};

}  // namespace polhode::core
