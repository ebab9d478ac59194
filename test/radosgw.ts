import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ProvidedContext } from 'vitest'
import type { TestProject } from 'vitest/node'
import { findFreePort } from './free-port.ts'
import './provided.ts'

// Runs until its standard input closes, even if the tests are killed.
const serveScript = '"$@" & cat >/dev/null; kill -KILL $!; wait $!'

const account = { accessKeyId: 'test', secretAccessKey: 'a secret of the tests' }
const timeoutMs = 60_000

/** Starts an S3 server for one test run. */
export default async function provideRadosgw(project: TestProject): Promise<() => Promise<void>> {
  const { stop, ...s3 } = await startRadosgw()
  project.provide('s3', s3)
  return stop
}

/** Starts Ceph's S3 gateway with a single-node cluster in memory. */
export async function startRadosgw(): Promise<ProvidedContext['s3'] & { stop(): Promise<void> }> {
  const folder = mkdtempSync(join(tmpdir(), 'vitrine-radosgw-'))
  const [monitorPort, port] = [await findFreePort(), await findFreePort()]
  const settings = join(folder, 'ceph.conf')
  writeFileSync(settings, renderSettings(folder, monitorPort, port))
  for (const part of ['mon', 'osd', 'rgw']) mkdirSync(join(folder, part))

  const env = { PATH: process.env.PATH, CEPH_CONF: settings }
  const run = (program: string, ...args: string[]) =>
    execFileSync(program, args, { env, stdio: 'pipe', timeout: timeoutMs })
  const running: ChildProcess[] = []
  const serve = (program: string, ...args: string[]) =>
    running.push(
      spawn('sh', ['-c', serveScript, 'sh', program, '--foreground', ...args], {
        env,
        stdio: ['pipe', 'ignore', 'ignore'],
        detached: true,
      }),
    )

  makeKeys(run, join(folder, 'keyring'))
  run('ceph-mon', '--mkfs', '--id=a', `--keyring=${join(folder, 'keyring')}`)
  serve('ceph-mon', '--id=a')
  const disk = randomUUID()
  run('ceph', 'osd', 'new', disk)
  run('ceph-osd', '--mkfs', '--id=0', `--osd-uuid=${disk}`)
  serve('ceph-osd', '--id=0')
  serve('radosgw', '--name=client.admin')
  const keys = [`--access-key=${account.accessKeyId}`, `--secret-key=${account.secretAccessKey}`]
  run('radosgw-admin', 'user', 'create', '--uid=test', '--display-name=test', ...keys)

  const endpoint = `http://127.0.0.1:${port}`
  await waitUntilAnswering(endpoint)
  return {
    endpoint,
    region: 'main',
    ...account,
    settingsFile: settings,
    async stop() {
      await Promise.all(
        running.map((child) => {
          child.stdin?.end()
          return once(child, 'exit')
        }),
      )
      rmSync(folder, { recursive: true })
    },
  }
}

const renderSettings = (folder: string, monitorPort: number, port: number) => `
[global]
fsid = ${randomUUID()}
mon host = v2:127.0.0.1:${monitorPort}/0
ms bind msgr1 = false
keyring = ${folder}/keyring
mon data = ${folder}/mon
osd data = ${folder}/osd
rgw data = ${folder}/rgw
run dir = ${folder}
admin socket =
log file =
osd objectstore = memstore
osd crush chooseleaf type = 0
osd pool default size = 1
osd pool default min size = 1
osd pool default pg num = 1
osd pool default pgp num = 1
mon allow pool size one = true
mon max pg per osd = 1000
rgw frontends = beast endpoint=127.0.0.1:${port}
`

function makeKeys(run: (program: string, ...args: string[]) => unknown, keyring: string): void {
  writeFileSync(keyring, '')
  const everything = ['--cap', 'mon', 'allow *', '--cap', 'osd', 'allow *']
  for (const name of ['mon.', 'client.admin', 'osd.0']) {
    run('ceph-authtool', keyring, '--gen-key', '--name', name, ...everything)
  }
}

async function waitUntilAnswering(endpoint: string): Promise<void> {
  const deadline = Date.now() + timeoutMs
  while (Date.now() < deadline) {
    const answer = await fetch(endpoint).catch(() => null)
    if (answer?.ok) return
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  throw new Error(`The S3 server did not answer at ${endpoint}.`)
}
