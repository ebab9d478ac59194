import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { findNodeProgram, installDependencies } from './install.mjs'
import { exitWith, root } from './root.mjs'

/**
 * Runs tests under unusual conditions that must not change their results:
 * `npm run test:anywhere -- [condition …] [part …]`, e.g. `-- auckland midnight unit http:sqlite`.
 * By default it runs all conditions with the parts `unit`, `http:sqlite` and `e2e`, without the
 * tests that need `--all`.
 */

const { HOME = '', PATH = '' } = process.env
/**
 * @typedef {{ title: string, env?: Record<string, string | undefined>, parts?: string[], wrap?:
 * (run: (folder?: string) => boolean) => boolean }} Condition
 */

/** @type {Record<string, Condition>} */
const conditions = {
  bare: {
    title: 'an empty environment',
    env: Object.fromEntries(Object.keys(process.env).map((key) => [key, undefined])),
  },
  auckland: { title: 'a time zone that is a day ahead', env: { TZ: 'Pacific/Auckland' } },
  midnight: {
    title: 'started at 23:59 in Zurich',
    env: clockStartingAt('2026-11-20T22:59:00Z'),
    parts: ['unit', 'http:sqlite'],
  },
  summer: {
    title: 'over a change to summer time',
    env: clockStartingAt('2027-03-28T00:59:00Z'),
    parts: ['unit', 'http:sqlite'],
  },
  winter: {
    title: 'over a change to winter time',
    env: clockStartingAt('2027-10-31T00:59:00Z'),
    parts: ['unit', 'http:sqlite'],
  },
  fonts: {
    title: 'no fonts on the machine',
    env: { FONTCONFIG_FILE: '/dev/null' },
    parts: ['e2e'],
  },
  load: { title: 'another load on the machine', wrap: underLoad },
  twice: { title: 'a second run right after the first', wrap: (run) => run() && run() },
  path: { title: 'a path with a space and an accent', wrap: inOddFolder },
}

const args = process.argv.slice(2)
const chosen = args.filter((arg) => arg in conditions)
const parts = args.filter((arg) => !(arg in conditions))
const level = parts.includes('--all') ? {} : { TEST_LEVEL: 'quick' }
if (args.includes('--help'))
  exitWith(`Conditions: ${Object.keys(conditions).join(', ')}; then parts of npm test.`)
installDependencies()

const results = Object.entries(conditions)
  .filter(([name]) => chosen.length === 0 || chosen.includes(name))
  .map(
    ([
      name,
      { title, env = {}, parts: defaultParts = ['unit', 'http:sqlite', 'e2e'], wrap = runDirectly },
    ]) => {
      console.log(`\n═══ ${name}: ${title} ═══`)
      const tests = parts.length > 0 ? parts : defaultParts
      const hasPassed = wrap((folder = root) => {
        const { status } = spawnSync(
          findNodeProgram(),
          [join(folder, 'scripts/test.mjs'), ...tests],
          {
            cwd: folder,
            env: { ...process.env, ...env, ...level, HOME, PATH },
            stdio: 'inherit',
          },
        )
        return status === 0
      })
      return `${hasPassed ? 'ok    ' : 'FAILED'}  ${name.padEnd(10)} ${title}: ${tests.join(', ')}`
    },
  )
console.log(`\n${results.join('\n')}`)
process.exitCode = results.some((line) => line.startsWith('FAILED')) ? 1 : 0

/** @param {() => boolean} run */
function runDirectly(run) {
  return run()
}

/** @param {string} instant
 * @returns {Record<string, string>} */
function clockStartingAt(instant) {
  const preload = pathToFileURL(join(root, 'scripts/clock-offset.mjs')).href
  return {
    NODE_OPTIONS: `--import=${preload}`,
    CLOCK_OFFSET: String(Date.parse(instant) - Date.now()),
    TZ: 'Europe/Zurich',
  }
}

/** Runs tests beside as many busy processes as there are processors.
 * @param {() => boolean} run */
function underLoad(run) {
  const busy = 'trap "kill 0" TERM; for i in $(seq $0); do (while :; do :; done) & done; wait'
  const load = spawnSync('sh', [
    '-c',
    `setsid sh -c '${busy}' ${availableParallelism()} >/dev/null 2>&1 & echo $!`,
  ])
  try {
    return run()
  } finally {
    process.kill(-Number(load.stdout))
  }
}

/** @param {(folder: string) => boolean} run */
function inOddFolder(run) {
  const parentFolder = mkdtempSync(join(tmpdir(), 'vitrine '))
  const folder = join(parentFolder, 'Musée été')
  mkdirSync(folder)
  const { stdout } = spawnSync('git', ['ls-files', '-z'], { cwd: root, encoding: 'utf8' })
  for (const file of stdout.split('\0').filter(Boolean))
    cpSync(join(root, file), join(folder, file))
  cpSync(join(root, 'node_modules'), join(folder, 'node_modules'), {
    recursive: true,
    verbatimSymlinks: true,
  })
  try {
    return run(folder)
  } finally {
    rmSync(parentFolder, { recursive: true })
  }
}
