import { afterEach } from 'vitest'

// Fails tests on unexpected calls of `console.error`. Tests that expect calls mock it with
// `vi.spyOn`.
const report = Symbol.for('vitrine.unexpected errors')
const shared = globalThis as { [report]?: unknown[][] }
let seen = shared[report]

// Test files of one worker share the console, so it is wrapped once.
if (!seen) {
  const calls: unknown[][] = []
  const print = console.error
  console.error = (...args: unknown[]) => {
    calls.push(args)
    print(...args)
  }
  shared[report] = calls
  seen = calls
}

const calls = seen

afterEach(() => {
  const unexpected = calls.splice(0)
  if (unexpected.length > 0)
    throw new Error(
      `Unexpected console.error: ${unexpected.map((args) => args.map(String).join(' ')).join('\n')}`,
    )
})
