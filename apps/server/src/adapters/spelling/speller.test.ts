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
  await using speller = openSpeller({ timeoutMs: 3_000 })
  const slowCorrection = speller.correct(endlessText, [], notCancelled)
  const nextCorrection = speller.correct(misspelt, [], notCancelled)
  await expect(slowCorrection).rejects.toMatchObject({ code: 'timedOut' })
  expect(await nextCorrection).toBe(corrected)
})

test('cancels a text in the queue and in the process', async () => {
  await using speller = openSpeller()
  const cancellation = new AbortController()
  // The first is being corrected, the others wait.
  const cancelledCorrections = Array.from({ length: 8 }, () =>
    speller.correct(endlessText, [], cancellation.signal),
  )
  const remainingCorrection = speller.correct(misspelt, [], notCancelled)
  cancellation.abort(new Error('gone'))
  for (const correction of cancelledCorrections) await expect(correction).rejects.toThrow('gone')
  expect(await remainingCorrection).toBe(corrected)
})

test('rejects texts with a Retry-After when the queue is full', async () => {
  await using speller = openSpeller({ maxWaiting: 2 })
  // One text is corrected while two wait; the fourth is rejected.
  const admitted = Array.from({ length: 3 }, () => speller.correct(misspelt, [], notCancelled))
  await expect(speller.correct(misspelt, [], notCancelled)).rejects.toMatchObject({
    status: 503,
    details: { retryAfter: expect.any(Number) },
  })
  expect(await Promise.all(admitted)).toEqual([corrected, corrected, corrected])
})

test('rejects a text with an explanation if the dictionaries are not compiled', async () => {
  await using speller = openSpeller({ folder: tmpdir() })
  await expect(speller.correct(misspelt, [], notCancelled)).rejects.toMatchObject({
    status: 503,
    message: expect.stringContaining('dictionaries'),
  })
})
