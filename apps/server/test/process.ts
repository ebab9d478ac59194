import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Limits } from '../src/config/limits.ts'
import { createDatabase, createDemoDatabase, type TestDatabase } from './database.ts'

export const productionVariables = {
  NODE_ENV: 'production',
  SMTP_URL: 'smtp://127.0.0.1:1',
  MAIL_FROM: 'vitrine@example.org',
  FOUNDATION_NAME: 'Fondation Exemple',
  FOUNDATION_ADDRESS: 'Rue du Lac 1, 1700 Fribourg',
  PUBLIC_URL: 'https://vitrine.example.org',
}

/** The folder of the programs that production runs. */
export const sourceFolder = fileURLToPath(new URL('../src', import.meta.url))
const launcher = fileURLToPath(new URL('../../../bin/vitrine', import.meta.url))
const compileCache = fileURLToPath(new URL('../../../.cache/compiled', import.meta.url))

// Tests with a moved clock move that of their processes too; see scripts/clock-offset.mjs.
const { NODE_OPTIONS, CLOCK_OFFSET, SERVER_BUNDLE } = process.env
const movedClock = CLOCK_OFFSET ? { NODE_OPTIONS, CLOCK_OFFSET } : {}

export interface ServerProcess {
  readonly child: ChildProcess
  /** Output so far, of both streams. */
  readonly output: () => string
  waitForOutput(pattern: RegExp): Promise<RegExpExecArray>
  waitForExit(): Promise<number | null>
}

/** Creates a data folder and a database with the demo, which is copied because seeding is slow. */
export const createDemoDataFolder = () => createDataFolder(createDemoDatabase)

/** Creates a data folder and an empty database. */
export async function createDataFolder(
  create: (dataDir: string) => Promise<TestDatabase> = createDatabase,
) {
  const dataDir = await mkdtemp(join(tmpdir(), 'vitrine-process-'))
  const database = await create(dataDir)
  return {
    dataDir,
    variables: { DATA_DIR: dataDir, PORT: '0', ...database.variables },
    async [Symbol.asyncDispose]() {
      await database[Symbol.asyncDispose]()
      await rm(dataDir, { recursive: true })
    },
  }
}

interface RunOptions {
  readonly cwd?: string
  /** The folder with the program, by default that of the bundle or of the sources. */
  readonly folder?: string
  /** A pipe, or a file descriptor. */
  readonly stdout?: 'pipe' | number
}

/** Starts a server with other limits, from its sources. */
export const spawnWithLimits = (
  limits: Partial<Limits>,
  variables: Record<string, string>,
): ServerProcess =>
  spawnProgram('serve-with-limits.ts', [JSON.stringify(limits)], variables, {
    folder: import.meta.dirname,
  })

type Program = 'main.ts' | 'cli.ts' | 'serve-with-limits.ts' | 'bin/vitrine'

/** Starts a program with exactly the given environment, from the bundle if there is one. */
export function spawnProgram(
  file: Program,
  args: string[],
  variables: Record<string, string>,
  { cwd = process.cwd(), folder = SERVER_BUNDLE ?? sourceFolder, stdout = 'pipe' }: RunOptions = {},
): ServerProcess {
  // A shell script instead of a file for Node.
  const isLauncher = file === 'bin/vitrine'
  const source = join(folder, folder === SERVER_BUNDLE ? file.replace('.ts', '.js') : file)
  const [program, ...programArgs] = isLauncher ? [launcher] : [process.execPath, source]
  const child = spawn(program, [...programArgs, ...args], {
    cwd,
    // Neither renders the pictures of the demo nor compiles the same files again, to save processor
    // time. In production there is no demo.
    env: {
      ...movedClock,
      SEED: variables.NODE_ENV === 'production' ? 'none' : 'texts',
      NODE_COMPILE_CACHE: compileCache,
      ...variables,
    },
    stdio: ['pipe', stdout, 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (chunk) => {
      output += chunk
    })
  }
  const exited = once(child, 'close')
  return {
    child,
    output: () => output,
    async waitForOutput(pattern) {
      for (let tries = 0; tries < 2000; tries++) {
        const match = pattern.exec(output)
        if (match) return match
        if (child.exitCode !== null) break
        await new Promise((resolve) => setTimeout(resolve, 50))
      }
      throw new Error(`${pattern} was never written; this was:\n${output}`)
    },
    waitForExit: async () => (await exited)[0],
  }
}
