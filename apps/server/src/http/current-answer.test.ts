import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { minutes } from '../base/clock.ts'
import { currentAnswer } from './current-answer.ts'
import type { Finished } from './finished.ts'

const finished = (name: string): Finished => ({ type: '', name, cache: 'ask', content: { plain: Buffer.from(name) } })

/** An answer whose making the test holds in its hands. */
function world() {
  const state = { revision: 'a', asked: 0 }
  const makings: { revision: string; finish(): void; fail(): void }[] = []
  const answer = currentAnswer({
    revision: async () => {
      state.asked++
      return state.revision
    },
    make(revision) {
      const { promise, resolve, reject } = Promise.withResolvers<Finished>()
      makings.push({ revision, finish: () => resolve(finished(revision)), fail: () => reject(new Error('no luck')) })
      return promise
    },
  })
  return { state, makings, answer }
}

const settled = () => vi.advanceTimersByTimeAsync(0)
const nameOf = async (answer: Promise<Finished>) => (await answer).name

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['performance'] })
})
afterEach(() => vi.useRealTimers())

test('all who ask at once get one answer, made once', async () => {
  const { makings, answer } = world()
  const asked = [answer.get(), answer.get(), answer.get()]
  await settled()
  makings[0]?.finish()
  expect(await Promise.all(asked.map(nameOf))).toEqual(['a', 'a', 'a'])
  expect(await nameOf(answer.get())).toBe('a')
  expect(makings).toHaveLength(1)
})

test('who asks after a change never gets what was begun before it, and all of them share the next', async () => {
  const { state, makings, answer } = world()
  const before = answer.get()
  await settled()
  state.revision = 'b'
  const after = [answer.get(), answer.get()]
  await settled()
  expect(makings).toHaveLength(1)
  makings[0]?.finish()
  expect(await nameOf(before)).toBe('a')
  await settled()
  state.revision = 'c'
  makings[1]?.finish()
  // Changed again meanwhile: what they get is not the newest, but nothing that was there when they asked is missing.
  expect(await Promise.all(after.map(nameOf))).toEqual(['b', 'b'])
  expect(makings.map(({ revision }) => revision)).toEqual(['a', 'b'])
})

test('a failure is told to those who wait and forgotten', async () => {
  const { makings, answer } = world()
  const unlucky = answer.get()
  const refused = expect(unlucky).rejects.toThrow('no luck')
  await settled()
  makings[0]?.fail()
  await refused
  const again = answer.get()
  await settled()
  makings[1]?.finish()
  expect(await nameOf(again)).toBe('a')
})

test('while it is in use, a change by any process is noticed and the answer made before it is asked for', async () => {
  const { state, makings, answer } = world()
  const first = answer.get()
  await settled()
  makings[0]?.finish()
  await first
  state.revision = 'b'
  void answer.renew()
  await settled()
  expect(makings.map(({ revision }) => revision)).toEqual(['a', 'b'])
  makings[1]?.finish()
  await settled()
  expect(await nameOf(answer.get())).toBe('b')

  await vi.advanceTimersByTimeAsync(minutes(6))
  const { asked } = state
  state.revision = 'c'
  await answer.renew()
  expect(state.asked).toBe(asked)
  expect(makings).toHaveLength(2)
})

test('what was never asked for is not made', async () => {
  const { state, answer } = world()
  await answer.renew()
  expect(state.asked).toBe(0)
})
