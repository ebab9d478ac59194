import { questionRetentionDays } from '@vitrine/contract'
import { expect, test } from 'vitest'
import { startTestServer, type TestServer } from '../../../test/server.ts'
import { days } from '../../base/clock.ts'
import { purge } from '../../runtime/chores.ts'
import { createLogger } from '../../runtime/logger.ts'
import { type KeptQuestion, questionService } from './index.ts'

const keep = (server: TestServer, questions: KeptQuestion[], now = server.clock.now()) =>
  server.inDatabase(async (db) => {
    for (const question of questions) await questionService(db, { now: () => now }).keep(question)
  })
const kept = (server: TestServer) =>
  server.inDatabase((db) => db.selectFrom('visitor_question').selectAll().orderBy('id').execute())
const asked = (question: string, more: Partial<KeptQuestion> = {}): KeptQuestion => ({
  ...{ itemId: 1, language: 'de', question, kind: 'unknown' },
  ...more,
})

test('of a question the museum’s day is kept, and nothing that could tell who asked or when', async () => {
  await using server = await startTestServer()
  await keep(
    server,
    [asked('Wer hat ihn\0 lackiert?'), asked('x'.repeat(299).concat('😀')), asked('Weg', { itemId: 999_999 })],
    new Date('2026-11-15T23:30:00Z'),
  )
  const rows = await kept(server)
  expect(rows[0]).toEqual({
    ...{ id: expect.any(Number), day: '2026-11-16', item_id: 1, lang: 'de', question: 'Wer hat ihn lackiert?' },
    ...{ meaning: expect.stringContaining('who?'), kind: 'unknown', kind_now: 'unknown', asked_of: '', dismissed: 0 },
  })
  expect(rows.slice(1).map(({ question }) => question)).toEqual([`${'x'.repeat(299)}\ufffd`])
})

test('after 180 days a question is gone', async () => {
  await using server = await startTestServer()
  await keep(server, [asked('Alt?')])
  server.clock.advance(days(1))
  await keep(server, [asked('Neu?')])
  server.clock.advance(days(questionRetentionDays))
  await purge({ ...server, log: createLogger('silent') }).run('', new AbortController().signal)
  expect((await kept(server)).map(({ question }) => question)).toEqual(['Neu?'])
})
