import { afterEach } from 'vitest'

/** A test that expects `console.error` replaces it itself with `vi.spyOn`; any other call fails the test. */
const print = console.error
let seen: unknown[][] = []

console.error = (...args: unknown[]) => {
  seen.push(args)
  print(...args)
}

afterEach(() => {
  const calls = seen
  seen = []
  if (calls.length > 0)
    throw new Error(`Unexpected console.error: ${calls.map((args) => args.map(String).join(' ')).join('\n')}`)
})
