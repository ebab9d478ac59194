import { setImmediate as settled } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { currentAnswer } from './current-answer.ts'
import type { Finished } from './finished.ts'

const finished = (name: string): Finished => ({ type: '', name, cache: 'ask', content: { plain: Buffer.from(name) } })

/** An answer that the test completes. */
function world() {
  const state = { revision: 'a' }
  const makings: { revision: string; finish(): void; fail(): void }[] = []
  const answer = currentAnswer({
    revision: async () => state.revision,
    make(revision) {
      const { promise, resolve, reject } = Promise.withResolvers<Finished>()
      makings.push({ revision, finish: () => resolve(finished(revision)), fail: () => reject(new Error('no luck')) })
      return promise
    },
  })
  return { state, makings, answer }
}

const nameOf = async (answer: Promise<Finished>) => (await answer).name

test('all who ask at once get one answer, made once', async () => {
  const { makings, answer } = world()
  const asked = [answer(), answer(), answer()]
  await settled()
  makings[0]?.finish()
  expect(await Promise.all(asked.map(nameOf))).toEqual(['a', 'a', 'a'])
  expect(await nameOf(answer())).toBe('a')
  expect(makings).toHaveLength(1)
})

test('a request after a change never gets an answer begun before it; such requests share the next one', async () => {
  const { state, makings, answer } = world()
  const before = answer()
  await settled()
  state.revision = 'b'
  const after = [answer(), answer()]
  await settled()
  expect(makings).toHaveLength(1)
  makings[0]?.finish()
  expect(await nameOf(before)).toBe('a')
  await settled()
  state.revision = 'c'
  makings[1]?.finish()
  // Changed again meanwhile: the answer is not the newest, but includes every change made before the request.
  expect(await Promise.all(after.map(nameOf))).toEqual(['b', 'b'])
  expect(makings.map(({ revision }) => revision)).toEqual(['a', 'b'])
})

test('a failure rejects the waiting requests and is not cached', async () => {
  const { makings, answer } = world()
  const unlucky = answer()
  const refused = expect(unlucky).rejects.toThrow('no luck')
  await settled()
  makings[0]?.fail()
  await refused
  const again = answer()
  await settled()
  makings[1]?.finish()
  expect(await nameOf(again)).toBe('a')
})
