#include <git2.h>
#if __has_include(<git2/sys/errors.h>)
#include <git2/sys/errors.h>
#endif
#include <git2/sys/odb_backend.h>
#include <git2/sys/repository.h>

/* git_libgit2_opts takes a variable number of arguments, which Swift cannot pass. */
static inline int nitless_set_owner_validation(int isOn) {
  return git_libgit2_opts(GIT_OPT_SET_OWNER_VALIDATION, isOn);
}

static inline int nitless_allow_extensions(const char **names, size_t count) {
  return git_libgit2_opts(GIT_OPT_SET_EXTENSIONS, names, count);
}
