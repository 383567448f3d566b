# Shortcuts; the build itself is CMakeLists.txt and CMakePresets.json.
JOBS ?= $(shell nproc)

.NOTPARALLEL:
.PHONY: help setup build demo test wasm lab check tidy format-check fuzz faults soak tsan bench docs format wheel deb dist clean

help:
	@echo 'make setup   install the missing Debian packages'
	@echo 'make build   configure and build into build/'
	@echo 'make demo    the program alone, and the report of a spinning top: minutes'
	@echo 'make test    setup, build, and run all tests'
	@echo 'make wasm    the module for browsers and node, an npm package in build-wasm/package'
	@echo 'make lab     the laboratory, a page that runs methods in the browser: build-wasm/lab/index.html'
	@echo 'make check   tests with clang and with sanitizers, clang-tidy, clang-format'
	@echo 'make fuzz    look for inputs that break a reader (MINUTES=5 in all, TARGETS="toml npy")'
	@echo 'make faults  kill the program, stop it and let its system calls fail, 2000 times'
	@echo 'make soak    long runs, many runs and many faults (SECONDS=3600)'
	@echo 'make tsan    the tests of ensembles with ThreadSanitizer'
	@echo 'make bench   build and run the benchmarks'
	@echo 'make wheel   wheels of the Python package for every Python that is found, into dist/'
	@echo 'make deb     packages for Debian: program, modules, library and headers, Python package; into dist/'
	@echo 'make dist    the source archive of what is committed, which builds without git; into dist/'
	@echo 'make docs    write the tables and examples that the documentation quotes from the sources'
	@echo 'make format  reformat the sources'
	@echo 'make clean   remove the build folders'
	@echo 'JOBS=N sets the number of parallel jobs (now $(JOBS))'

setup:
	@scripts/setup

build:
	cmake --preset release
	cmake --build --preset release -j $(JOBS)

# The program alone, for this machine, with Debian's packages: a first result within minutes.
demo:
	@scripts/setup demo
	cmake --preset demo
	cmake --build --preset demo -j $(JOBS)
	build-demo/polhode run --problem slow-top --out build-demo/top
	@echo
	@echo 'A heavy symmetric top, started almost upright, nutates for 20 units of time. Its report, with the moving'
	@echo 'body, charts of what it does and of what it conserves, and the certificate (how far the run can be'
	@echo 'trusted), is the page'
	@echo '    $(CURDIR)/build-demo/top/report.html'
	@echo 'Next: build-demo/polhode --help, or README.md.'

test: setup build
	ctest --test-dir build --output-on-failure --no-tests=error -j $(JOBS)

# The WebAssembly module, by clang and Debian's libraries for wasm32.
wasm:
	@scripts/setup web
	cmake --preset wasm
	cmake --build --preset wasm -j $(JOBS)

# The page with the module inside; any static host can give it out, and `polhode lab` finds it here.
lab:
	@scripts/setup web
	cmake --preset wasm
	cmake --build --preset wasm -j $(JOBS) --target polhode-lab
	@echo 'The laboratory is the page $(CURDIR)/build-wasm/lab/index.html'

# $(call build_and_test,PRESET)
define build_and_test
	cmake --preset $(1)
	cmake --build --preset $(1) -j $(JOBS)
	ctest --preset $(1) -j $(JOBS)
endef

check:
	@scripts/setup check
	$(MAKE) format-check
	$(call build_and_test,clang)
	$(MAKE) tidy
	$(call build_and_test,asan)

# What reads is compiled with sanitizers and libFuzzer; the kernels come from build/.
MINUTES ?= 5
TARGETS ?= $(basename $(notdir $(wildcard fuzz/targets/*.cpp)))
fuzz: build
	@scripts/setup check
	cmake --preset fuzz
	cmake --build --preset fuzz -j $(JOBS)
	scripts/fuzz build-fuzz $$(($(MINUTES) * 60 / $(words $(TARGETS)))) $(TARGETS)

faults: build
	scripts/faults build/polhode --kills 1000 --faults 500 --signals 100 --restarts 500 --jobs $(JOBS)

SECONDS ?= 3600
soak: build
	scripts/soak build/polhode $(SECONDS)

tsan: build
	@scripts/setup check
	cmake --preset tsan
	cmake --build --preset tsan -j $(JOBS)
	ctest --preset tsan -j $(JOBS)

# With clang's own compile commands: it does not know every option of g++.
tidy:
	scripts/tidy build-clang $(JOBS)

# Every C++ file of ours, committed or not yet.
sources = find include src studies apps python web tests fuzz bench examples -name '*.[ch]pp' -print0 2>/dev/null

format-check:
	@$(sources) | xargs -0 -r clang-format-19 --dry-run -Werror

format:
	@scripts/setup check
	@$(sources) | xargs -0 -r clang-format-19 -i

bench:
	@scripts/setup bench
	cmake --preset release -DPOLHODE_BUILD_BENCH=ON
	cmake --build --preset release -j $(JOBS) --target bench
	@for program in build/bench/*; do [ ! -f "$$program" ] || "$$program" || exit 1; done

# A library of its own: the one of make build may have been compiled otherwise.
wheel:
	@scripts/setup
	scripts/wheel dist

deb: build
	@scripts/setup deb
	scripts/deb build dist

dist:
	scripts/dist dist

# The measured tables are written by scripts/measure-docs, after `make bench`.
docs: build
	POLHODE_UPDATE_DOCS=1 build/tests/docs_test --gtest_brief=1 --gtest_filter='Docs.*'
	build/tests/docs_test --gtest_brief=1

clean:
	rm -rf build build-demo build-wasm build-debug build-clang build-asan build-fuzz build-tsan dist
