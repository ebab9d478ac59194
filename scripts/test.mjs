import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, rmSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { dirname, join } from 'node:path'
import { allBuilds, build } from './build.mjs'
import { createInstalledEnv, installDependencies } from './install.mjs'
import { areInstalled, formatInstallCommand, installPackages } from './programs.mjs'
import { exitWith, root } from './root.mjs'
import { testParts } from './test-parts.mjs'
import { readReport } from './test-report.mjs'

/** @typedef {import('./test-parts.mjs').Part} Part */
/** @typedef {import('./test-report.mjs').Count} Count */
/** @typedef {{ part: Part, count: Count, seconds: number, busy: number }} Result busy: processor time, in seconds */

// node scripts/test.mjs [--all] [--strict] [part …] [argument for the part's runner …]; `http` stands for both of `http:…`.
const args = process.argv.slice(2)
const isStrict = args.includes('--strict')
const named = args.filter((arg) => testParts.some((part) => matchesName(part, arg)))
const runnerArgs = args.filter(
  (arg) => !named.includes(arg) && arg !== '--strict' && arg !== '--all',
)
// A part that is named runs whole.
const isQuick = named.length === 0 && !args.includes('--all')
const wanted = testParts.filter((part) =>
  named.length === 0
    ? !isQuick || !part.onlyWithAll
    : named.some((name) => matchesName(part, name)),
)

// The last line, whatever happens: a set-up that fails counts as well.
let closing = '0 passed, 1 failed'
process.on('exit', () => console.log(`\n${closing}`))

if (runnerArgs.length > 0 && named.length === 0)
  exitWith(`The parts are: ${testParts.map((part) => part.name).join(', ')}`)
installDependencies()
const lacking = [
  ...new Set(
    wanted.flatMap(({ programs }) =>
      programs && !areInstalled(programs) ? programs.packages : [],
    ),
  ),
]
if (lacking.length > 0) installPackages(lacking)
const skipped = wanted.filter(lacksPrograms)
const chosen = wanted.filter((part) => !skipped.includes(part))
if (chosen.length === 0) exitWith(skipped.map(missingPrograms).join('\n'))

const builder = chosen.find((part) => part.name === 'build')
if (!builder && chosen.some((part) => part.needsBuild)) build(allBuilds)

// A single part is watched; of several at once, each one's output is printed when it has ended.
const isAlone = chosen.length === 1
const colours = process.stdout.isTTY ? { FORCE_COLOR: '1' } : { NO_COLOR: '1' }

const begun = performance.now()
const built = builder ? run(builder) : Promise.resolve(undefined)
const others = chosen.filter((part) => part !== builder)
const results = (
  await Promise.all([
    built,
    runInTurn(others.filter((part) => part.aside)),
    built.then(() => runInTurn(others.filter((part) => !part.aside))),
  ])
)
  .flat()
  .filter((result) => result !== undefined)
const allSeconds = (performance.now() - begun) / 1000
summarise(chosen.flatMap((part) => results.filter((result) => result.part === part)))

/** @param {Result[]} done */
function summarise(done) {
  console.log('\n── Summary ──')
  for (const { part, count } of done) {
    const { passed, failed, retried } = count
    const secondTry = retried.length > 0 ? `, ${retried.length} only on the second try` : ''
    console.log(
      `${failed ? 'FAILED' : 'ok    '}  ${part.title.padEnd(38)} ${passed} passed, ${failed} failed${secondTry}`,
    )
  }
  const retried = done.flatMap(({ count }) => count.retried)
  for (const { name, firstFailure } of retried) {
    const [sentence = ''] = firstFailure.split('\n')
    console.log(`Only on the second try: ${name}\n    first: ${sentence}`)
  }
  for (const part of skipped) console.log(`SKIPPED ${missingPrograms(part)}`)
  const line = (/** @type {'seconds' | 'busy'} */ figure, /** @type {number} */ total) =>
    `${done.map((result) => `${result.part.name} ${result[figure].toFixed(0)} s`).join(', ')}; all ${total.toFixed(0)} s`
  console.log(`Time: ${line('seconds', allSeconds)}`)
  console.log(
    `Processor time: ${line(
      'busy',
      done.reduce((sum, { busy }) => sum + busy, 0),
    )}`,
  )

  // With --strict, a retried test has failed.
  const unsteady = isStrict ? retried.length : 0
  const failed = done.reduce((total, { count }) => total + count.failed, unsteady)
  closing = `${done.reduce((total, { count }) => total + count.passed, -unsteady)} passed, ${failed} failed`
  process.exitCode = failed ? 1 : 0
}

/** @param {Part} part
 * @param {string} name */
function matchesName(part, name) {
  return part.name === name || part.name.startsWith(`${name}:`)
}

/** @param {Part} part */
function lacksPrograms({ programs }) {
  return programs !== undefined && !areInstalled(programs) && !programs.suffice?.()
}

/** @param {Part} part */
function missingPrograms({ title, programs }) {
  return `${title}: needs ${programs?.names.join(', ')} (Debian, as root: ${formatInstallCommand(programs?.packages ?? [])})`
}

/** @param {Part[]} lane */
async function runInTurn(lane) {
  /** @type {Result[]} */
  const done = []
  for (const part of lane) {
    if (part.needsBuild) await built
    done.push(await run(part))
  }
  return done
}

/** @param {Part} part
 * @returns {Promise<Result>} */
async function run(part) {
  const report = join(root, '.cache', 'test', `${part.name.replace(':', '-')}.json`)
  mkdirSync(dirname(report), { recursive: true })
  rmSync(report, { force: true })
  const heading = `\n── ${part.title} ${'─'.repeat(Math.max(0, 70 - part.title.length))}`
  console.log(isAlone ? heading : `started: ${part.title}`)
  const start = performance.now()
  let works = true
  let output = ''
  let busy = 0
  for (const [command = '', ...rest] of part.commands) {
    const ended = await execute(
      command,
      [...rest, ...runnerArgs, ...reporting(part, report)],
      report,
    )
    works &&= ended.works
    output += ended.output
    busy += ended.busy
  }
  const seconds = (performance.now() - start) / 1000
  const count = countOf(part, report, works)
  if (!isAlone) console.log(`${heading}\n${output.trimEnd()}`)
  console.log(`${count.failed ? 'FAILED' : 'ok'}: ${part.title}, ${seconds.toFixed(1)} s`)
  return { part, count, seconds, busy }
}

/** @param {Part} part
 * @param {string} report
 * @param {boolean} works
 * @returns {Count} */
function countOf({ runner }, report, works) {
  if (!runner) return { passed: works ? 1 : 0, failed: works ? 0 : 1, retried: [] }
  const count = existsSync(report)
    ? readReport(runner, report)
    : { passed: 0, failed: 0, retried: [] }
  const isSound = works && count.passed + count.failed > 0
  return { ...count, failed: isSound ? count.failed : Math.max(count.failed, 1) }
}

/** @param {string} command
 * @param {string[]} args
 * @param {string} report
 * @returns {Promise<{ works: boolean, output: string, busy: number }>} */
function execute(command, args, report) {
  const storiesReport = { PLAYWRIGHT_JSON_OUTPUT_FILE: report }
  const level = isQuick ? { TEST_LEVEL: 'quick' } : {}
  // A browser keeps more than one processor busy: beside other tests, half as many stories at once end sooner.
  const stories = {
    STORIES_AT_ONCE: String(Math.max(1, Math.floor(availableParallelism() / (isAlone ? 1 : 2)))),
  }
  // The compiler ends before its garbage matters: a gigabyte at most, and a fifth of its time is saved.
  const compiler = { GOGC: 'off' }
  // A shell knows the processor time of what it has run, of every process down to the last.
  const child = spawn(
    'sh',
    ['-c', '"$@" 3>&-; code=$?; times >&3; exit $code', 'sh', command, ...args],
    {
      cwd: root,
      env: {
        ...createInstalledEnv(),
        ...colours,
        ...storiesReport,
        ...level,
        ...stories,
        ...compiler,
      },
      stdio: ['ignore', isAlone ? 'inherit' : 'pipe', isAlone ? 'inherit' : 'pipe', 'pipe'],
    },
  )
  let output = ''
  let times = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', (text) => {
      output += text
    })
  }
  child.stdio[3]?.on('data', (text) => {
    times += text
  })
  return new Promise((resolve) => {
    child.on('close', (code) => resolve({ works: code === 0, output, busy: secondsIn(times) }))
  })
}

/** The sum of times like `1m2.50s`.
 * @param {string} times */
function secondsIn(times) {
  const each = Array.from(
    times.matchAll(/(\d+)m([\d.]+)s/g),
    ([, minutes, rest]) => Number(minutes) * 60 + Number(rest),
  )
  return each.reduce((sum, seconds) => sum + seconds, 0)
}

/** @param {Part} part
 * @param {string} report */
function reporting(part, report) {
  if (part.runner !== 'vitest') return []
  const leftOut = isQuick ? ['--tags-filter=!only-with-all'] : []
  return ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`, ...leftOut]
}
