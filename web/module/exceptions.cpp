// What the compiler calls where C++ throws and catches, by the instructions of WebAssembly for exceptions
// (-fwasm-exceptions). Debian's libc++abi for wasm32 is compiled without exceptions and has none of it. What is called
// by which name: the Itanium C++ ABI, "Exception Handling"; the tables and the landing-pad context are LLVM's, see its
// "Exception handling in LLVM" and WebAssembly's "exception-handling" conventions.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <exception>
#include <new>
#include <typeinfo>

// The interface of libc++abi's type_info beyond the standard's: every one knows whether it catches another.
namespace __cxxabiv1 {
class __shim_type_info : public std::type_info {
public:
    ~__shim_type_info() override;
    virtual void noop1() const;
    virtual void noop2() const;
    virtual bool can_catch(const __shim_type_info* thrown, void*& adjusted) const = 0;
};
}  // namespace __cxxabiv1

namespace {

using __cxxabiv1::__shim_type_info;

using Destroy = void* (*)(void*);  // destructors return `this` in WebAssembly

/// Before each thrown object. What the instruction `throw` carries is the address of the object.
struct alignas(16) Header {
    const __shim_type_info* type;
    Destroy destroy;
    void* adjusted;  // the object as the handler that was found sees it
    Header* below;   // the exception that was being handled when this one was caught
    int handlers;    // that are handling it now
    bool thrown_on;  // by `throw;`: it outlives its handlers
};

Header* header_of(void* object) { return static_cast<Header*>(object) - 1; }
void* object_of(Header* header) { return header + 1; }

Header* handled = nullptr;  // the newest first

[[noreturn]] void raise(void* object) {
    constexpr int cpp_exception = 0;  // the tag
    __builtin_wasm_throw(cpp_exception, object);
}

void release(Header* header) {
    if (header->destroy) header->destroy(object_of(header));
    std::free(header);
}

/// Reads the table of a function's handlers.
class Table {
public:
    explicit Table(const std::uint8_t* at) : at_(at) {}
    std::uint8_t byte() { return *at_++; }
    std::uint32_t number() {
        std::uint32_t value = 0;
        for (unsigned shift = 0;; shift += 7) {
            const std::uint8_t next = byte();
            value |= std::uint32_t{next & 0x7FU} << shift;
            if (!(next & 0x80U)) return value;
        }
    }
    std::int32_t signed_number() {
        std::uint32_t value = 0;
        unsigned shift = 0;
        std::uint8_t next = 0;
        do {
            next = byte();
            value |= std::uint32_t{next & 0x7FU} << shift;
            shift += 7;
        } while (next & 0x80U);
        if (shift < 32 && (next & 0x40U)) value |= ~std::uint32_t{0} << shift;
        return static_cast<std::int32_t>(value);
    }
    const std::uint8_t* at() const { return at_; }

private:
    const std::uint8_t* at_;
};

}  // namespace

extern "C" {

/// Set by the landing pad before it asks which of its handlers takes the exception.
struct {
    std::uintptr_t landing_pad;
    const std::uint8_t* table;
    std::uintptr_t selector;  ///< the answer: number of the handler's type in the table; 0: none
} __wasm_lpad_context;

int _Unwind_CallPersonality(void* object) {
    auto& context = __wasm_lpad_context;
    context.selector = 0;
    Header* header = header_of(object);
    Table table(context.table);
    constexpr std::uint8_t omitted = 0xFF;
    if (table.byte() != omitted) std::abort();  // where landing pads begin: not for WebAssembly
    const std::uint8_t* types = nullptr;        // counted backwards from here
    if (table.byte() != omitted) {
        const std::uint32_t offset = table.number();
        types = table.at() + offset;
    }
    table.byte();  // how call sites are written: as numbers
    const std::uint32_t length = table.number();
    const std::uint8_t* actions = table.at() + length;
    std::uint32_t action = 0;
    for (std::uintptr_t i = 0; i <= context.landing_pad; ++i) {
        table.number();
        action = table.number();
    }
    for (const std::uint8_t* at = action ? actions + action - 1 : nullptr; at;) {
        Table entry(at);
        const std::int32_t type = entry.signed_number();
        const std::uint8_t* from = entry.at();
        const std::int32_t next = entry.signed_number();
        if (type > 0) {
            const __shim_type_info* catches = nullptr;
            const auto back = static_cast<std::uint32_t>(type) * sizeof catches;
            std::memcpy(&catches, types - back, sizeof catches);
            void* adjusted = object;
            if (!catches || catches->can_catch(header->type, adjusted)) {
                header->adjusted = adjusted;
                context.selector = static_cast<std::uintptr_t>(type);
                return 0;
            }
        }
        at = next ? from + next : nullptr;
    }
    return 0;
}

int __gxx_wasm_personality_v0() { return 0; }

void* __cxa_allocate_exception(std::size_t size) noexcept {
    void* memory = std::calloc(1, sizeof(Header) + size);
    if (!memory) std::terminate();
    return object_of(static_cast<Header*>(memory));
}

void __cxa_free_exception(void* object) noexcept { std::free(header_of(object)); }

[[noreturn]] void __cxa_throw(void* object, std::type_info* type, Destroy destroy) {
    Header* header = header_of(object);
    header->type = static_cast<const __shim_type_info*>(type);
    header->destroy = destroy;
    header->adjusted = object;
    raise(object);
}

void* __cxa_get_exception_ptr(void* object) noexcept { return header_of(object)->adjusted; }

void* __cxa_begin_catch(void* object) noexcept {
    Header* header = header_of(object);
    if (handled != header) {
        header->below = handled;
        handled = header;
    }
    ++header->handlers;
    header->thrown_on = false;
    return header->adjusted;
}

void __cxa_end_catch() {
    Header* header = handled;
    if (!header || --header->handlers > 0) return;
    handled = header->below;
    if (!header->thrown_on) release(header);
}

[[noreturn]] void __cxa_rethrow() {
    if (!handled) std::terminate();
    handled->thrown_on = true;
    raise(object_of(handled));
}

}  // extern "C"

// Debian's operator new ends the module where there is no memory.
void* operator new(std::size_t size) {
    if (void* memory = std::malloc(size ? size : 1)) return memory;
    throw std::bad_alloc();
}
void* operator new[](std::size_t size) { return operator new(size); }
