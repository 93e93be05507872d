# Works with GNU make and BSD make.

PREFIX = /usr/local
NITLESS = .build/release/nitless
DEMO = .build/demo
# On Linux the program carries Swift's own libraries with it, so that it runs where no Swift is. Nothing is to be linked
# with it: without the names of all its functions, it is smaller and starts sooner. That no memory is changed from two
# places at once is checked while it is tested.
BUILD = swift build -c release --product nitless -Xswiftc -enforce-exclusivity=unchecked \
	$$(test "$$(uname)" = Linux && echo --static-swift-stdlib -Xlinker --no-export-dynamic)

all: build

# Reviews a small app before and after a change: Demo/before and Demo/after. An optimized program takes three times as long
# to compile, and says the same. With one that is installed, make demo PROGRAM=nitless, nothing is compiled.
PROGRAM = .build/debug/nitless
demo:
	@test "$(PROGRAM)" != .build/debug/nitless || $(MAKE) debug
	@rm -rf $(DEMO)
	@Demo/make-repository $(DEMO) >/dev/null
	@Demo/review "$(PROGRAM)" $(DEMO)
	@echo
	@echo 'The demo repository is $(DEMO). The program before the change: $(PROGRAM) audit HEAD~1 --repo $(DEMO)'

debug: prerequisites
	swift build --product nitless

test: build-tests validate-reports fuzz
	swift test

# A short run of broken inputs through every reader of strangers' text; a long one takes --count 1000000 and a release build.
fuzz: build-tests
	.build/debug/Fuzz all --count 100 --kept .build

build-tests: prerequisites
	@Scripts/install-test-tools .build/test-tools/pre-commit 'pre-commit>=4.2,<5' >/dev/null
	@Scripts/install-test-tools .build/test-tools/forges $$(cat Tests/Scripts/forges/requirements.txt) >/dev/null
	@Scripts/install-test-tools .build/test-tools/editor $$(cat Tests/Scripts/editor/requirements.txt) >/dev/null
	swift build --build-tests

# Holds the reports to the schemas and readers of others, which it fetches from PyPI.
validate-reports: build-tests
	@Scripts/install-prerequisites --with-python
	Tests/Scripts/validate-reports .build/debug/nitless

install: build
	mkdir -p $(DESTDIR)$(PREFIX)/bin
	rm -f $(DESTDIR)$(PREFIX)/bin/nitless
	cp $(NITLESS) $(DESTDIR)$(PREFIX)/bin/nitless
	test "$$(uname)" != Linux || strip $(DESTDIR)$(PREFIX)/bin/nitless
	mkdir -p $(DESTDIR)$(PREFIX)/share/man/man1 $(DESTDIR)$(PREFIX)/share/bash-completion/completions
	mkdir -p $(DESTDIR)$(PREFIX)/share/zsh/site-functions $(DESTDIR)$(PREFIX)/share/fish/vendor_completions.d
	Scripts/write-manual $(NITLESS) > $(DESTDIR)$(PREFIX)/share/man/man1/nitless.1
	$(NITLESS) completions bash > $(DESTDIR)$(PREFIX)/share/bash-completion/completions/nitless
	$(NITLESS) completions zsh > $(DESTDIR)$(PREFIX)/share/zsh/site-functions/_nitless
	$(NITLESS) completions fish > $(DESTDIR)$(PREFIX)/share/fish/vendor_completions.d/nitless.fish

# Writes the figures of first sight onto the rule pages, and says which rules are below their bar.
evidence:
	Tests/Scripts/evidence.py --write

# Measures the program beside what it cannot go below: make bench REPOSITORY=… SIZES=100000,1000000 WRITE=--write
REPOSITORY = .
SIZES =
WRITE =
bench: build
	swift build -c release --product RawParse
	Scripts/bench --nitless $(NITLESS) --raw-parse .build/release/RawParse --repository $(REPOSITORY) --sizes "$(SIZES)" $(WRITE)

# Brings the picture and the finding in README.md up to date.
picture: build
	@rm -rf $(DEMO)
	@Demo/make-repository $(DEMO) >/dev/null
	Demo/draw $(NITLESS) $(DEMO)

clean:
	rm -rf .build

build: prerequisites
	$(BUILD)

prerequisites:
	@Scripts/install-prerequisites

.PHONY: all bench demo debug test evidence fuzz build-tests validate-reports install picture clean build prerequisites
