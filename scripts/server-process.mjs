// Benches start the server with the same settings as its launcher, bin/vitrine.

/**
 * By default, Node reserves 100 MB for short-lived objects on large machines, without being faster.
 */
export const serverFlags = ['--max-semi-space-size=8']

/**
 * glibc keeps freed memory per thread. With two pools, and large blocks returned at once, it keeps
 * little.
 */
export const serverEnvironment = {
  MALLOC_ARENA_MAX: '2',
  MALLOC_MMAP_THRESHOLD_: '131072',
  MALLOC_TRIM_THRESHOLD_: '1048576',
}
