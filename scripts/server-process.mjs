/** How the benches start the server: as the launcher, bin/vitrine, does. */

/** Left to itself, Node takes 100 MB for short-lived objects on a large machine, which makes nothing faster. */
export const serverFlags = ['--max-semi-space-size=8']

/** glibc keeps freed memory for each thread and would return little of it: two pools, and large blocks go back at once. */
export const serverEnvironment = {
  MALLOC_ARENA_MAX: '2',
  MALLOC_MMAP_THRESHOLD_: '131072',
  MALLOC_TRIM_THRESHOLD_: '1048576',
}
