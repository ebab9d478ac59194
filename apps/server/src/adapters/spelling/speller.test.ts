import { tmpdir } from 'node:os'
import { setTimeout } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { createSpeller, type SpellerSettings } from './speller.ts'

const quiet = { info: () => {}, warn: () => {}, error: () => {} }
const never = new AbortController().signal
const wrong = 'Die Baterie ist leer.'
const right = 'Die Batterie ist leer.'
// Far more text than a call may send: it takes many times the three seconds that a test allows.
const endless = 'Luftfeuchtikeitsmeßgerähtebatteriewexel '.repeat(1_000_000)

const open = (settings: SpellerSettings = {}) => {
  const speller = createSpeller(quiet, settings)
  return Object.assign(speller, { [Symbol.asyncDispose]: () => speller.close() })
}

test('starts a new process for a text that arrives while its process is ending', async () => {
  await using speller = open({ idleMs: 1 })
  for (const later of [1, 2, 3]) {
    expect(await speller.correct(wrong, [], never)).toBe(right)
    await setTimeout(later)
  }
})

test('corrects the next text in a new process after one that took too long', async () => {
  await using speller = open({ timeoutMs: 3000 })
  const [long, short] = [speller.correct(endless, [], never), speller.correct(wrong, [], never)]
  await expect(long).rejects.toMatchObject({ code: 'timedOut' })
  expect(await short).toBe(right)
})

test('cancels a text in the queue and in the process', async () => {
  await using speller = open()
  const leave = new AbortController()
  const cancelled = Array.from({ length: 8 }, () => speller.correct(endless, [], leave.signal))
  const remaining = speller.correct(wrong, [], never)
  leave.abort(new Error('they left'))
  for (const correction of cancelled) await expect(correction).rejects.toThrow('they left')
  expect(await remaining).toBe(right)
})

test('rejects texts with a Retry-After when the queue is full', async () => {
  await using speller = open({ maxWaiting: 2 })
  const [first, ...others] = Array.from({ length: 4 }, () => speller.correct(wrong, [], never))
  await expect(others.pop()).rejects.toMatchObject({
    status: 503,
    details: { retryAfter: expect.any(Number) },
  })
  expect(await Promise.all([first, ...others])).toEqual([right, right, right])
})

test('explains that the dictionaries are not compiled', async () => {
  await using speller = open({ folder: tmpdir() })
  await expect(speller.correct(wrong, [], never)).rejects.toMatchObject({
    status: 503,
    message: expect.stringContaining('dictionaries'),
  })
})
