/* Counts what libgit2 has allocated and not given back when the program ends. It is loaded before the program, takes
   the place of libgit2's allocator before libgit2 starts, and writes the number, and how many there ever were, to the end
   of the file that OBJECTS_COUNTED names:

     cc -shared -fPIC -o count.so count.c $(pkg-config --cflags --libs libgit2)
     LD_PRELOAD=./count.so OBJECTS_COUNTED=counted nitless review HEAD~1..HEAD

   libgit2 is ended first, so that what it keeps for itself is no part of the number. */
#include <git2.h>
#include <git2/sys/alloc.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static atomic_long now, ever;

static void *count(void *place) {
  if (place) { now++; ever++; }
  return place;
}

static void *take(size_t size, const char *file, int line) { return count(malloc(size)); }

static void *retake(void *place, size_t size, const char *file, int line) {
  void *new = realloc(place, size);
  return place ? new : count(new);
}

static void give(void *place) {
  if (place) now--;
  free(place);
}

#if LIBGIT2_VER_MAJOR == 1 && LIBGIT2_VER_MINOR < 6
static void *take_clear(size_t number, size_t size, const char *file, int line) { return count(calloc(number, size)); }
static char *take_text(const char *text, const char *file, int line) { return count(strdup(text)); }
static char *take_start(const char *text, size_t most, const char *file, int line) { return count(strndup(text, most)); }

static char *take_piece(const char *text, size_t length, const char *file, int line) {
  char *piece = count(malloc(length + 1));
  if (!piece) return piece;
  memcpy(piece, text, length);
  piece[length] = 0;
  return piece;
}

static void *retake_list(void *place, size_t number, size_t size, const char *file, int line) {
  size_t all;
  return __builtin_mul_overflow(number, size, &all) ? NULL : retake(place, all, file, line);
}

static void *take_list(size_t number, size_t size, const char *file, int line) {
  return retake_list(NULL, number, size, file, line);
}

static git_allocator counting = {take,       take_clear, take_text, take_start, take_piece,
                                 retake,     retake_list, take_list, give};
#else
static git_allocator counting = {take, retake, give};
#endif

__attribute__((constructor)) static void begin(void) { git_libgit2_opts(GIT_OPT_SET_ALLOCATOR, &counting); }

__attribute__((destructor)) static void end(void) {
  /* The programs that it runs have it loaded too. */
  if (!ever) return;
  const char *path = getenv("OBJECTS_COUNTED");
  FILE *file = path ? fopen(path, "a") : NULL;
  if (!file) return;
  while (git_libgit2_shutdown() > 0) {}
  fprintf(file, "%ld %ld\n", (long)now, (long)ever);
  fclose(file);
}
