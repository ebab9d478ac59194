import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { seconds } from './clock.ts'
import { whileBusy } from './while-busy.ts'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
})
afterEach(() => vi.useRealTimers())

function world() {
  const log: string[] = []
  const busy = whileBusy({
    begin: () => log.push('begin'),
    everySecond: () => log.push('second'),
    end: () => log.push('end'),
  })
  return { log, busy }
}

test('ticks every second for five seconds after the last work, then no timer is left', () => {
  const { log, busy } = world()
  expect(vi.getTimerCount()).toBe(0)
  busy.note()
  vi.advanceTimersByTime(seconds(3))
  busy.note()
  vi.advanceTimersByTime(seconds(60))
  expect(log).toEqual(['begin', ...Array(8).fill('second'), 'end'])
  expect(vi.getTimerCount()).toBe(0)
  busy.note()
  expect(log.at(-1)).toBe('begin')
})

test('stopping ends it once', () => {
  const { log, busy } = world()
  busy.note()
  busy.stop()
  busy.stop()
  expect(log).toEqual(['begin', 'end'])
  expect(vi.getTimerCount()).toBe(0)
})
