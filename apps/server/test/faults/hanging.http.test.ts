// @module-tag sqlite
// @module-tag only-with-all

import { api } from '@vitrine/contract'
import { expect, test } from 'vitest'
import { addItem } from '../inventory.ts'
import { startSilentServer } from '../mail-server.ts'
import { shortModelTimeouts, startModelServer } from '../model-server.ts'
import { startTestServer } from '../server.ts'
import { expectCheckPasses } from './check-database.ts'

test('serves other requests while the mail server and the model provider hang', {
  timeout: 60_000,
}, async () => {
  await using mail = await startSilentServer()
  await using model = await startModelServer('openai-compatible', 'hang')
  await using server = await startTestServer(
    { SMTP_URL: mail.url, MAIL_FROM: 'v@example.org', ...model.variables },
    { limits: shortModelTimeouts },
  )
  const root = await server.signIn('root')

  // Half of the links are for an account, half for unknown addresses.
  const resets = Array.from({ length: 10 }, (_, index) =>
    server.from(`192.0.2.${index}`).send(api.auth.requestReset, {
      body: { email: index % 2 === 1 ? `nobody-${index}@example.org` : 'root@example.org' },
    }),
  )
  const corrections = Array.from({ length: 10 }, () =>
    root.send(api.assistant.correct, { body: { comment: 'Ein Satz mit einem Feler.' } }),
  )
  const hangingAnswers = [...resets, ...corrections]
  let waitingCount = hangingAnswers.length
  for (const answer of hangingAnswers) void answer.finally(() => waitingCount--)
  const addedIds: number[] = []
  for (let count = 0; count < 20; count++) addedIds.push(await addItem(root))
  expect((await server.send(api.operations.ready)).status).toBe(200)
  expect(waitingCount).toBeGreaterThan(0)

  const collectStatuses = async (answers: Promise<Response>[]) =>
    new Set((await Promise.all(answers)).map(({ status }) => status))
  expect(await collectStatuses(resets)).toEqual(new Set([502]))
  expect([503, 504]).toEqual(expect.arrayContaining([...(await collectStatuses(corrections))]))
  for (const answer of hangingAnswers) {
    expect(await (await answer).json()).toMatchObject({
      // A sentence.
      message: expect.stringMatching(/\w+ .*\./),
    })
  }
  const storedIds = (await root.call(api.inventory.art)).map(({ id }) => id)
  expect(storedIds).toEqual(expect.arrayContaining(addedIds))
  await expectCheckPasses(server.variables, 'after mail server and provider hung')
})
