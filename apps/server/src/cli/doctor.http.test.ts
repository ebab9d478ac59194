// @module-tag postgres

import { mkdir, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { runOperatorCommand } from '../../test/command.ts'
import { startMailServer } from '../../test/mail-server.ts'
import { startTestServer } from '../../test/server.ts'

const diagnose = (variables: Record<string, string>, ...args: string[]) =>
  runOperatorCommand(['doctor', ...args], variables)

test('reports that everything works, and sends a mail on request', async () => {
  await using mails = await startMailServer()
  await using server = await startTestServer()
  const backups = join(server.dataDir, 'backups')
  await mkdir(backups, { recursive: true })
  await writeFile(join(backups, `daily-${new Date().toISOString().slice(0, 10)}.tar`), '')
  const variables = {
    ...server.variables,
    PUBLIC_URL: server.url,
    SMTP_URL: mails.url,
    MAIL_FROM: 'v@example.org',
  }
  const { code, text } = await diagnose(variables, '--mail', 'anna@example.org')
  expect(text).not.toContain('FAIL')
  expect(code).toBe(0)
  for (const name of [
    'version',
    'configuration',
    'database',
    'disk',
    'media store',
    'mail',
    'address',
    'backups',
  ])
    expect(text).toMatch(new RegExp(`^ok {4}${name} `, 'm'))
  expect(await mails.mailTo('anna@example.org')).toMatchObject({ subject: 'Vitrine can send mail' })
})

/** Starts another web server that answers everything with a status; returns its address. */
async function startOtherServer(status: number): Promise<string> {
  const otherServer = createServer((_, response) => response.writeHead(status).end('hello'))
  await new Promise<void>((resolve) => otherServer.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void otherServer.close())
  const { port } = otherServer.address() as AddressInfo
  return `http://127.0.0.1:${port}`
}

test('reports a proxy that does not reach the server', async () => {
  await using server = await startTestServer()
  const { text } = await diagnose({ ...server.variables, PUBLIC_URL: await startOtherServer(502) })
  expect(text).toMatch(/^FAIL {2}address .*the proxy at .* answers 502: is the server running/m)
})

test('reports each part that does not work', async () => {
  await using server = await startTestServer()
  const { code, text } = await diagnose({
    ...server.variables,
    PUBLIC_URL: await startOtherServer(200),
    SMTP_URL: 'smtp://127.0.0.1:1',
    BACKUP_DIR: join(server.dataDir, 'nowhere'),
  })
  expect(code).toBe(1)
  expect(text).toMatch(/^ok {4}database/m)
  expect(text).toMatch(/^FAIL {2}mail /m)
  expect(text).toMatch(/^FAIL {2}address .*another program answers at/m)
  expect(text).toMatch(/^FAIL {2}backups /m)
})
