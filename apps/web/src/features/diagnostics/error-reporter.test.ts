import { describe, expect, it, vi } from 'vitest'
import { createErrorReporter } from './error-reporter.ts'

function setUp({ isSignedIn = true } = {}) {
  const clock = { timeMs: 0 }
  const send = vi.fn(async (_: { message: string; trace: string }) => undefined)
  const report = createErrorReporter({
    send,
    isSignedIn: () => isSignedIn,
    now: () => clock.timeMs,
  })
  return { clock, send, report }
}

describe('the error reporter', () => {
  it('sends each message at most once a minute', () => {
    const { clock, send, report } = setUp()
    for (let second = 0; second < 120; second++) {
      clock.timeMs = second * 1_000
      report(new Error('first'))
      if (second === 30) report(new Error('second'))
    }
    expect(send.mock.calls.map(([body]) => body.message)).toEqual([
      'Error: first',
      'Error: second',
      'Error: first',
    ])
  })

  it('sends nothing if the user is not signed in', () => {
    const { send, report } = setUp({ isSignedIn: false })
    report(new Error('private'))
    expect(send).not.toHaveBeenCalled()
  })

  it('shortens reports to the limits of the call', () => {
    const { send, report } = setUp()
    report('x'.repeat(5_000))
    report(Object.assign(new Error('deep'), { stack: 'y'.repeat(50_000) }), 'in a component')
    const [longMessage, longTrace] = send.mock.calls.map(([body]) => body)
    expect(longMessage?.message).toHaveLength(2_000)
    expect(longTrace?.trace).toHaveLength(20_000)
  })

  it('ignores the browser notice about ResizeObserver', () => {
    const { send, report } = setUp()
    report('ResizeObserver loop completed with undelivered notifications.')
    expect(send).not.toHaveBeenCalled()
  })

  it('ignores a report that cannot be sent', async () => {
    const { send, report } = setUp()
    send.mockRejectedValueOnce(new Error('offline'))
    expect(() => report(new Error('first'))).not.toThrow()
    await Promise.resolve()
  })
})
