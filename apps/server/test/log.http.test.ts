// @module-tag sqlite

import { api } from '@vitrine/contract'
import { expect, test } from 'vitest'
import { Client, demoPassword } from './client.ts'
import { createDataFolder, createDemoDataFolder, spawnProgram } from './process.ts'
import { sendRawRequest } from './raw-request.ts'

// Nothing listens at this address, so that failed connections are logged too.
const unreachable = '127.0.0.1:1'

/** Passwords and keys in variables. */
const configured = {
  smtpPassword: 'smtp-hush',
  modelKey: 'ai-hush',
  databasePassword: 'database-hush',
}

/** Secrets and private texts in requests. */
const sent = {
  wrongPassword: 'a-wrong-password',
  newPassword: 'a-new-password',
  linkToken: 'a-token-of-a-link',
  comment: 'Herr Geheimrat was here',
  cookie: 'a-secret-cookie',
}

/** A line of the log that input tries to add. */
const forgedLine = '{"level":50,"msg":"forged"}'

/** Makes requests with secrets, of which some succeed and some fail; returns root's client. */
async function sendSecrets(visitor: Client): Promise<Client> {
  const root = await visitor.signInWithPassword('root')
  const email = 'admin@example.org'
  await visitor.send(api.auth.signIn, { body: { email, password: sent.wrongPassword } })
  await visitor.send(api.auth.requestReset, { body: { email } })
  const link = { token: sent.linkToken }
  await visitor.send(api.auth.checkLink, { body: link })
  await visitor.send(api.auth.setPassword, { body: { ...link, password: sent.newPassword } })
  await root.send(api.auth.sendPasswordLink, { body: { userId: 2 } })
  await root.send(api.auth.changePassword, { body: { password: sent.newPassword } })
  await root.send(api.assistant.correct, { body: { comment: sent.comment } })
  await root.send(api.diagnostics.testSqlError)
  await visitor.fetch(`/set-password/${sent.linkToken}?token=${sent.linkToken}`, {
    headers: { cookie: `a=${sent.cookie}` },
  })
  return root
}

/** Sends the forged line in an error report, a path and a header. */
async function sendForgedLines(root: Client): Promise<void> {
  for (const lineEnd of ['\n', '\r\n', '\r', '\\n']) {
    const message = `first${lineEnd}${forgedLine}${lineEnd}`
    const body = { message, trace: `first${lineEnd}${forgedLine}` }
    await root.call(api.diagnostics.clientError, { body })
  }
  await sendRawRequest(root.url, `/api/%0d%0a${encodeURIComponent(forgedLine)}`, {
    headers: { 'user-agent': forgedLine },
  })
}

test('logs no secret, and no line that input contains', async () => {
  await using dataFolder = await createDemoDataFolder()
  const server = spawnProgram('main.ts', [], {
    ...dataFolder.variables,
    LOG_LEVEL: 'trace',
    SMTP_URL: `smtp://mailer:${configured.smtpPassword}@${unreachable}`,
    MAIL_FROM: 'vitrine@example.org',
    AI_BASE_URL: `http://${unreachable}/v1`,
    AI_API_KEY: configured.modelKey,
    AI_MODEL: 'some-model',
  })
  const [, url = ''] = await server.waitForOutput(/serves at (\S+)/)
  const root = await sendSecrets(new Client(url))
  await sendForgedLines(root)
  server.child.kill('SIGTERM')
  await server.waitForExit()

  // Any line end counts, because log viewers differ in what they take for one.
  const lines = server
    .output()
    .split(/[\r\n]+/)
    .filter((line) => line.startsWith('{'))
  const entries = lines.map((line): Record<string, unknown> => JSON.parse(line))
  // The forged text is logged, but inside another line.
  expect(JSON.stringify(entries)).toContain('forged')
  expect(entries.filter(({ msg }) => msg === 'forged')).toEqual([])
  expect(entries.filter(({ level }) => Number(level) >= 50).length).toBeGreaterThan(3)

  const log = lines.join('\n')
  const secrets = [
    ...Object.values(configured),
    ...Object.values(sent),
    root.token ?? '',
    demoPassword,
  ]
  expect(secrets.filter((secret) => log.includes(secret))).toEqual([])
  expect(log).not.toMatch(/(?:root|admin)@example\.org|\$argon2id|Bearer/)
})

test('reports an unreachable database without its password', async () => {
  await using dataFolder = await createDataFolder()
  const server = spawnProgram('main.ts', [], {
    ...dataFolder.variables,
    DATABASE_URL: `postgres://vitrine:${configured.databasePassword}@${unreachable}/vitrine`,
    LOG_LEVEL: 'trace',
  })
  expect(await server.waitForExit()).not.toBe(0)
  expect(server.output()).not.toBe('')
  expect(server.output()).not.toContain(configured.databasePassword)
})
