import { tmpdir } from 'node:os'
import { setTimeout } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { createSpeller, type SpellerSettings } from './speller.ts'

const silentLog = { info: () => {}, warn: () => {}, error: () => {} }
const notCancelled = new AbortController().signal
const misspelt = 'Die Baterie ist leer.'
const corrected = 'Die Batterie ist leer.'
// Far more text than a call may send: it takes many times the three seconds that a test allows.
const endlessText = 'Luftfeuchtikeitsmeßgerähtebatteriewexel '.repeat(1_000_000)

const openSpeller = (settings: SpellerSettings = {}) => {
  const speller = createSpeller(silentLog, settings)
  return Object.assign(speller, { [Symbol.asyncDispose]: () => speller.close() })
}

test('starts a new process for a text that arrives while its process is ending', async () => {
  await using speller = openSpeller({ idleMs: 1 })
  // The pauses are about as long as the process stays idle.
  for (const pauseMs of [1, 2, 3]) {
    expect(await speller.correct(misspelt, [], notCancelled)).toBe(corrected)
    await setTimeout(pauseMs)
  }
})

test('corrects the next text in a new process after one that took too long', async () => {
  await using speller = openSpeller({ timeoutMs: 3000 })
  const [long, short] = [
    speller.correct(endlessText, [], notCancelled),
    speller.correct(misspelt, [], notCancelled),
  ]
  await expect(long).rejects.toMatchObject({ code: 'timedOut' })
  expect(await short).toBe(corrected)
})

test('cancels a text in the queue and in the process', async () => {
  await using speller = openSpeller()
  const cancellation = new AbortController()
  const cancelled = Array.from({ length: 8 }, () =>
    speller.correct(endlessText, [], cancellation.signal),
  )
  const remaining = speller.correct(misspelt, [], notCancelled)
  cancellation.abort(new Error('gone'))
  for (const correction of cancelled) await expect(correction).rejects.toThrow('gone')
  expect(await remaining).toBe(corrected)
})

test('rejects texts with a Retry-After when the queue is full', async () => {
  await using speller = openSpeller({ maxWaiting: 2 })
  const [first, ...others] = Array.from({ length: 4 }, () =>
    speller.correct(misspelt, [], notCancelled),
  )
  await expect(others.pop()).rejects.toMatchObject({
    status: 503,
    details: { retryAfter: expect.any(Number) },
  })
  expect(await Promise.all([first, ...others])).toEqual([corrected, corrected, corrected])
})

test('explains that the dictionaries are not compiled', async () => {
  await using speller = openSpeller({ folder: tmpdir() })
  await expect(speller.correct(misspelt, [], notCancelled)).rejects.toMatchObject({
    status: 503,
    message: expect.stringContaining('dictionaries'),
  })
})
