import { api } from '@vitrine/contract'
import { expect, test } from 'vitest'
import { addItem } from '../inventory.ts'
import { startSilentServer } from '../mail-server.ts'
import { startModelServer } from '../model-server.ts'
import { startTestServer } from '../server.ts'

test('while mail server and provider hang, others work on, and who waits is told in time', {
  timeout: 60_000,
}, async () => {
  await using mail = await startSilentServer()
  await using model = await startModelServer('openai-compatible', 'hang')
  await using server = await startTestServer({ SMTP_URL: mail.url, MAIL_FROM: 'v@example.org', ...model.variables })
  const root = await server.signIn('root')

  for (let round = 0; round < 3; round++) {
    const hanging = [
      ...['root', 'nobody'].map((name) =>
        server.from(`192.0.2.${round}`).send(api.auth.requestReset, { body: { email: `${name}@example.org` } }),
      ),
      ...[1, 2, 3].map(() => root.send(api.assistant.correct, { body: { comment: 'Ein Satz mit einem Feler.' } })),
    ]
    let waiting = hanging.length
    for (const answer of hanging) void answer.finally(() => waiting--)
    for (let count = 0; count < 20; count++) await addItem(root)
    expect((await server.send(api.operations.ready)).status).toBe(200)
    expect(waiting).toBeGreaterThan(0)

    const answers = await Promise.all(hanging)
    const statuses = answers.map(({ status }) => status)
    expect(statuses.slice(0, 2)).toEqual([502, 502])
    expect(statuses.slice(2).every((status) => status === 504 || status === 503)).toBe(true)
    for (const answer of answers)
      expect(await answer.json()).toMatchObject({ message: expect.stringMatching(/\w+ .*\./) })
    server.clock.advance(120_000)
  }
})
