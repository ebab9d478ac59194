// @module-tag sqlite

import { api } from '@vitrine/contract'
import { expect, test } from 'vitest'
import { Client, demoPassword } from './client.ts'
import { createDataFolder, createDemoDataFolder, spawnProgram } from './process.ts'
import { sendRawRequest } from './raw-request.ts'

// Nothing listens at this address, so that failed connections are logged too.
const unreachableHost = '127.0.0.1:1'

/** Passwords and keys in variables. */
const configuredSecrets = {
  smtpPassword: 'smtp-hush',
  modelKey: 'ai-hush',
  databasePassword: 'database-hush',
}

/** Secrets and private texts in requests. */
const sentSecrets = {
  wrongPassword: 'a-wrong-password',
  newPassword: 'a-new-password',
  linkToken: 'a-token-of-a-link',
  comment: 'Herr Geheimrat was here',
  cookie: 'a-secret-cookie',
}

/** Number of the level 'error' in lines of the log. */
const errorLevel = 50

/** A line of the log that input tries to add. */
const forgedLine = '{"level":50,"msg":"forged"}'

/** Makes requests with secrets, of which some succeed and some fail; returns root's client. */
async function sendSecrets(visitor: Client): Promise<Client> {
  const root = await visitor.signInWithPassword('root')
  const email = 'admin@example.org'
  await visitor.send(api.auth.signIn, { body: { email, password: sentSecrets.wrongPassword } })
  await visitor.send(api.auth.requestReset, { body: { email } })
  const link = { token: sentSecrets.linkToken }
  await visitor.send(api.auth.checkLink, { body: link })
  await visitor.send(api.auth.setPassword, { body: { ...link, password: sentSecrets.newPassword } })
  await root.send(api.auth.sendPasswordLink, { body: { userId: 2 } })
  await root.send(api.auth.changePassword, { body: { password: sentSecrets.newPassword } })
  await root.send(api.assistant.correct, { body: { comment: sentSecrets.comment } })
  await root.send(api.diagnostics.testSqlError)
  await visitor.fetch(`/set-password/${sentSecrets.linkToken}?token=${sentSecrets.linkToken}`, {
    headers: { cookie: `a=${sentSecrets.cookie}` },
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

test('logs no secret, and no line of its own for lines in input', async () => {
  await using dataFolder = await createDemoDataFolder()
  const server = spawnProgram('main.ts', [], {
    ...dataFolder.variables,
    LOG_LEVEL: 'trace',
    SMTP_URL: `smtp://mailer:${configuredSecrets.smtpPassword}@${unreachableHost}`,
    MAIL_FROM: 'vitrine@example.org',
    AI_BASE_URL: `http://${unreachableHost}/v1`,
    AI_API_KEY: configuredSecrets.modelKey,
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
  expect(entries.filter(({ level }) => Number(level) >= errorLevel).length).toBeGreaterThan(3)

  const log = lines.join('\n')
  const secrets = [
    ...Object.values(configuredSecrets),
    ...Object.values(sentSecrets),
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
    DATABASE_URL: `postgres://vitrine:${configuredSecrets.databasePassword}@${unreachableHost}/vitrine`,
    LOG_LEVEL: 'trace',
  })
  expect(await server.waitForExit()).not.toBe(0)
  expect(server.output()).not.toBe('')
  expect(server.output()).not.toContain(configuredSecrets.databasePassword)
})
