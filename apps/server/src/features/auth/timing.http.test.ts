import { api } from '@vitrine/contract'
import { expect, test } from 'vitest'
import { startMailServer } from '../../../test/mail-server.ts'
import { startTestServer, type TestServer } from '../../../test/server.ts'
import { minutes } from '../../base/clock.ts'

// @module-tag sqlite

const rounds = 8
/** Leaves room for other work on the machine. */
const maxRatio = 5

async function measureMs(request: () => Promise<unknown>): Promise<number> {
  const startMs = performance.now()
  await request()
  return performance.now() - startMs
}

/**
 * Compares the times of requests for a known and for unknown addresses; returns the ratio of the
 * longer to the shorter one. The fastest answer counts, because other work on the machine only
 * makes answers slower.
 */
async function compareTimes(
  server: TestServer,
  request: (email: string) => Promise<unknown>,
): Promise<number> {
  let [knownMs, unknownMs] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY]
  // Stays below all rate limits, including three mails an hour.
  const passLimits = () => server.clock.advance(minutes(21))
  for (let round = 0; round < rounds; round++) {
    passLimits()
    knownMs = Math.min(knownMs, await measureMs(() => request('root@example.org')))
    passLimits()
    unknownMs = Math.min(unknownMs, await measureMs(() => request(`nobody${round}@example.org`)))
  }
  return Math.max(knownMs, unknownMs) / Math.min(knownMs, unknownMs)
}

// The mail server is slow, so waiting for it would show in the time.
test('takes as long for unknown addresses as for known ones on a reset request', {
  tags: ['only-with-all'],
}, async () => {
  await using mail = await startMailServer({ delayMs: 1500 })
  await using server = await startTestServer({
    SMTP_URL: mail.url,
    MAIL_FROM: 'vitrine@example.org',
  })
  const requestReset = (email: string) => server.call(api.auth.requestReset, { body: { email } })
  expect(await compareTimes(server, requestReset)).toBeLessThan(maxRatio)
  expect(mail.mails.length).toBeGreaterThan(0)
})
