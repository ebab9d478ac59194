// @module-tag sqlite

import { api } from '@vitrine/contract'
import { expect, test } from 'vitest'
import { Client, demoPassword } from './client.ts'
import { createDataFolder, createDemoDataFolder, spawnProgram } from './process.ts'
import { sendRawRequest } from './raw-request.ts'

// Nothing listens at this address, so that failed connections are logged too.
const unreachable = '127.0.0.1:1'
const secrets = { smtp: 'smtp-hush', ai: 'ai-hush', database: 'database-hush' }

const databaseUrl = (variables: Record<string, string>) => variables.DATABASE_URL ?? ''

const forged = '{"level":50,"msg":"forged"}'

test('logs no secret, and no line that input contains', async () => {
  await using dataFolder = await createDemoDataFolder()
  const server = spawnProgram('main.ts', [], {
    ...dataFolder.variables,
    LOG_LEVEL: 'trace',
    SMTP_URL: `smtp://mailer:${secrets.smtp}@${unreachable}`,
    MAIL_FROM: 'vitrine@example.org',
    AI_BASE_URL: `http://${unreachable}/v1`,
    AI_API_KEY: secrets.ai,
    AI_MODEL: 'some-model',
  })
  const [, url = ''] = await server.waitForOutput(/serves at (\S+)/)
  const stranger = new Client(url)
  const root = await stranger.signIn('root')
  const secret = {
    wrong: 'a-wrong-password',
    next: 'a-new-password',
    link: 'a-token-of-a-link',
    private: 'Herr Geheimrat was here',
    cookie: 'a-secret-cookie',
  }
  await stranger.send(api.auth.signIn, {
    body: { email: 'admin@example.org', password: secret.wrong },
  })
  await stranger.send(api.auth.requestReset, { body: { email: 'admin@example.org' } })
  await stranger.send(api.auth.checkLink, { body: { token: secret.link } })
  await stranger.send(api.auth.setPassword, { body: { token: secret.link, password: secret.next } })
  await root.send(api.auth.sendPasswordLink, { body: { userId: 2 } })
  await root.send(api.auth.changePassword, { body: { password: secret.next } })
  await root.send(api.assistant.correct, { body: { comment: secret.private } })
  await root.send(api.diagnostics.testSqlError)
  await stranger.fetch(`/set-password/${secret.link}?token=${secret.link}`, {
    headers: { cookie: `a=${secret.cookie}` },
  })
  for (const end of ['\n', '\r\n', '\r', '\\n']) {
    const body = { message: `first${end}${forged}${end}`, trace: `first${end}${forged}` }
    await root.call(api.diagnostics.clientError, { body })
  }
  await sendRawRequest(url, `/api/%0d%0a${encodeURIComponent(forged)}`, {
    headers: { 'user-agent': forged },
  })
  server.child.kill('SIGTERM')
  await server.waitForExit()

  const lines = server.output().split(/[\r\n]+/)
  const logged = lines
    .filter((line) => line.startsWith('{'))
    .map((line): Record<string, unknown> => JSON.parse(line))
  // The forged text is logged, but inside another line.
  expect(JSON.stringify(logged)).toContain('forged')
  expect(logged.filter(({ msg }) => msg === 'forged')).toEqual([])
  expect(logged.filter(({ level }) => Number(level) >= 50).length).toBeGreaterThan(3)

  const log = lines.filter((line) => line.startsWith('{')).join('\n')
  const databasePassword = URL.parse(databaseUrl(dataFolder.variables))?.password || 'none'
  const silent = [
    ...Object.values(secrets),
    ...Object.values(secret),
    root.token ?? '',
    demoPassword,
    databasePassword,
  ]
  expect(silent.filter((text) => log.includes(text))).toEqual([])
  expect(log).not.toMatch(/(?:root|admin)@example\.org|\$argon2id|Bearer/)
})

test('reports an unreachable database without its password', async () => {
  await using dataFolder = await createDataFolder()
  const url = `postgres://vitrine:${secrets.database}@${unreachable}/vitrine`
  const server = spawnProgram('main.ts', [], {
    ...dataFolder.variables,
    DATABASE_URL: url,
    LOG_LEVEL: 'trace',
  })
  expect(await server.waitForExit()).not.toBe(0)
  expect(server.output()).not.toBe('')
  expect(server.output()).not.toContain(secrets.database)
})
