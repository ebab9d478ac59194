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
/** @typedef {{ part: Part, count: Count, seconds: number, processorSeconds: number }} Result */

// node scripts/test.mjs [--all] [--strict] [part …] [argument for the runner …]; `http` means all
// parts `http:…`.
const args = process.argv.slice(2)
const isStrict = args.includes('--strict')
const namedParts = args.filter((arg) => testParts.some((part) => matchesName(part, arg)))
const runnerArgs = args.filter(
  (arg) => !namedParts.includes(arg) && arg !== '--strict' && arg !== '--all',
)
// Named parts run all of their tests.
const isQuick = namedParts.length === 0 && !args.includes('--all')
const requestedParts = testParts.filter((part) =>
  namedParts.length === 0
    ? !isQuick || !part.onlyWithAll
    : namedParts.some((name) => matchesName(part, name)),
)

// Printed as the last line, whatever happens, so that a failing set-up counts as a failure.
let finalLine = '0 passed, 1 failed'
process.on('exit', () => console.log(`\n${finalLine}`))

if (runnerArgs.length > 0 && namedParts.length === 0)
  exitWith(`The parts are: ${testParts.map((part) => part.name).join(', ')}`)
installDependencies()
const missingPackages = [
  ...new Set(
    requestedParts.flatMap(({ programs }) =>
      programs && !areInstalled(programs) ? programs.packages : [],
    ),
  ),
]
if (missingPackages.length > 0) installPackages(missingPackages)
const skipped = requestedParts.filter(lacksPrograms)
const chosen = requestedParts.filter((part) => !skipped.includes(part))
if (chosen.length === 0) exitWith(skipped.map(formatMissingPrograms).join('\n'))

const buildPart = chosen.find((part) => part.name === 'build')
if (!buildPart && chosen.some((part) => part.needsBuild)) build(allBuilds)

// The output of a single part is shown as it runs; that of several, after each has finished.
const isAlone = chosen.length === 1
const colours = process.stdout.isTTY ? { FORCE_COLOR: '1' } : { NO_COLOR: '1' }

const startedAt = performance.now()
const built = buildPart ? runPart(buildPart) : Promise.resolve(undefined)
const others = chosen.filter((part) => part !== buildPart)
const results = (
  await Promise.all([
    built,
    runInTurn(others.filter((part) => part.isBackground)),
    built.then(() => runInTurn(others.filter((part) => !part.isBackground))),
  ])
)
  .flat()
  .filter((result) => result !== undefined)
const totalSeconds = (performance.now() - startedAt) / 1000
summarise(chosen.flatMap((part) => results.filter((result) => result.part === part)))

/** @param {Result[]} results */
function summarise(results) {
  console.log('\n── Summary ──')
  for (const { part, count } of results) {
    const { passed, failed, retried } = count
    const secondTry = retried.length > 0 ? `, ${retried.length} only on the second try` : ''
    console.log(
      `${failed ? 'FAILED' : 'ok    '}  ${part.title.padEnd(38)} ${passed} passed, ${failed} failed${secondTry}`,
    )
  }
  const retried = results.flatMap(({ count }) => count.retried)
  for (const { name, firstFailure } of retried) {
    const [firstLine = ''] = firstFailure.split('\n')
    console.log(`Only on the second try: ${name}\n    first: ${firstLine}`)
  }
  for (const part of skipped) console.log(`SKIPPED ${formatMissingPrograms(part)}`)
  const formatTimes = (
    /** @type {'seconds' | 'processorSeconds'} */ figure,
    /** @type {number} */ total,
  ) => {
    const times = results.map((result) => `${result.part.name} ${result[figure].toFixed(0)} s`)
    return `${times.join(', ')}; all ${total.toFixed(0)} s`
  }
  console.log(`Time: ${formatTimes('seconds', totalSeconds)}`)
  const totalProcessorSeconds = results.reduce((sum, result) => sum + result.processorSeconds, 0)
  console.log(`Processor time: ${formatTimes('processorSeconds', totalProcessorSeconds)}`)

  // With --strict, a retried test counts as failed.
  const retriedFailures = isStrict ? retried.length : 0
  const failed = results.reduce((total, { count }) => total + count.failed, retriedFailures)
  const passed = results.reduce((total, { count }) => total + count.passed, -retriedFailures)
  finalLine = `${passed} passed, ${failed} failed`
  process.exitCode = failed ? 1 : 0
}

/** @param {Part} part
 * @param {string} name */
function matchesName(part, name) {
  return part.name === name || part.name.startsWith(`${name}:`)
}

/** @param {Part} part */
function lacksPrograms({ programs }) {
  return programs !== undefined && !areInstalled(programs) && !programs.hasAlternative?.()
}

/** @param {Part} part */
function formatMissingPrograms({ title, programs }) {
  const command = formatInstallCommand(programs?.packages ?? [])
  return `${title}: needs ${programs?.names.join(', ')} (Debian, as root: ${command})`
}

/** @param {Part[]} lane */
async function runInTurn(lane) {
  /** @type {Result[]} */
  const done = []
  for (const part of lane) {
    if (part.needsBuild) await built
    done.push(await runPart(part))
  }
  return done
}

/** @param {Part} part
 * @returns {Promise<Result>} */
async function runPart(part) {
  const report = join(root, '.cache', 'test', `${part.name.replace(':', '-')}.json`)
  mkdirSync(dirname(report), { recursive: true })
  rmSync(report, { force: true })
  const heading = `\n── ${part.title} ${'─'.repeat(Math.max(0, 70 - part.title.length))}`
  console.log(isAlone ? heading : `started: ${part.title}`)
  const start = performance.now()
  let hasSucceeded = true
  let output = ''
  let processorSeconds = 0
  for (const [command = '', ...rest] of part.commands) {
    const execution = await execute(
      command,
      [...rest, ...runnerArgs, ...reporterArgs(part, report)],
      report,
    )
    hasSucceeded &&= execution.hasSucceeded
    output += execution.output
    processorSeconds += execution.processorSeconds
  }
  const seconds = (performance.now() - start) / 1000
  const count = countTests(part, report, hasSucceeded)
  if (!isAlone) console.log(`${heading}\n${output.trimEnd()}`)
  console.log(`${count.failed ? 'FAILED' : 'ok'}: ${part.title}, ${seconds.toFixed(1)} s`)
  return { part, count, seconds, processorSeconds }
}

/** @param {Part} part
 * @param {string} report
 * @param {boolean} hasSucceeded
 * @returns {Count} */
function countTests({ runner }, report, hasSucceeded) {
  if (!runner) {
    const passed = hasSucceeded ? 1 : 0
    return { passed, failed: 1 - passed, retried: [] }
  }
  const count = existsSync(report)
    ? readReport(runner, report)
    : { passed: 0, failed: 0, retried: [] }
  // A runner that failed or ran no test counts as a failure.
  const isSound = hasSucceeded && count.passed + count.failed > 0
  return { ...count, failed: isSound ? count.failed : Math.max(count.failed, 1) }
}

/** @param {string} command
 * @param {string[]} args
 * @param {string} report
 * @returns {Promise<{ hasSucceeded: boolean, output: string, processorSeconds: number }>} */
function execute(command, args, report) {
  const playwrightReport = { PLAYWRIGHT_JSON_OUTPUT_FILE: report }
  const level = isQuick ? { TEST_LEVEL: 'quick' } : {}
  // A browser keeps more than one processor busy, so beside other parts half as many stories run at
  // once.
  const stories = {
    STORIES_AT_ONCE: String(Math.max(1, Math.floor(availableParallelism() / (isAlone ? 1 : 2)))),
  }
  // The compiler runs without garbage collection: it needs a gigabyte at most and saves a fifth of
  // its time.
  const compiler = { GOGC: 'off' }
  // The shell prints the processor time of the command with all its descendants.
  const outputTarget = isAlone ? 'inherit' : 'pipe'
  const child = spawn(
    'sh',
    ['-c', '"$@" 3>&-; code=$?; times >&3; exit $code', 'sh', command, ...args],
    {
      cwd: root,
      env: {
        ...createInstalledEnv(),
        ...colours,
        ...playwrightReport,
        ...level,
        ...stories,
        ...compiler,
      },
      stdio: ['ignore', outputTarget, outputTarget, 'pipe'],
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
    child.on('close', (code) =>
      resolve({ hasSucceeded: code === 0, output, processorSeconds: sumSeconds(times) }),
    )
  })
}

/** Sums times like `1m2.50s`.
 * @param {string} times */
function sumSeconds(times) {
  const each = Array.from(
    times.matchAll(/(\d+)m([\d.]+)s/g),
    ([, minutes, rest]) => Number(minutes) * 60 + Number(rest),
  )
  return each.reduce((sum, seconds) => sum + seconds, 0)
}

/** @param {Part} part
 * @param {string} report */
function reporterArgs(part, report) {
  if (part.runner !== 'vitest') return []
  const tagFilter = isQuick ? ['--tags-filter=!only-with-all'] : []
  return ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`, ...tagFilter]
}
