import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
import { build } from './build.mjs'
import { installChromium } from './chromium.mjs'
import { installDependencies, installedEnv } from './install.mjs'
import { giveUp, root } from './root.mjs'
import { parts } from './test-parts.mjs'

/** @typedef {import('./test-parts.mjs').Part} Part */
/** @typedef {{ passed: number, failed: number, retried: number }} Count */

// node scripts/test.mjs [part …] [argument for the part's runner …]; `http` stands for `http:sqlite` and `http:postgres`.
const args = process.argv.slice(2)
const named = args.filter((arg) => parts.some((part) => answersTo(part, arg)))
const passedOn = args.filter((arg) => !named.includes(arg))
const wanted = named.length === 0 ? parts : parts.filter((part) => named.some((name) => answersTo(part, name)))
const lacking = wanted.filter((part) => part.programs && !part.programs.names.every(isInstalled))
const chosen = wanted.filter((part) => !lacking.includes(part))

// The last line, whatever happens: a set-up that fails counts as well.
let closing = '0 passed, 1 failed'
process.on('exit', () => console.log(`\n${closing}`))

if (args.length > 0 && named.length === 0) giveUp(`The parts are: ${parts.map((part) => part.name).join(', ')}`)
if (chosen.length === 0) giveUp(lacking.map(whatItNeeds).join('\n'))
installDependencies()
if (chosen.some((part) => part.runner === 'playwright')) installChromium()
if (named.length > 0 && chosen.some((part) => part.needsBuild)) build()

// Colours are for terminals, not for log files.
const plain = process.stdout.isTTY ? {} : { NO_COLOR: '1' }

const results = chosen.map((part) => {
  console.log(`\n── ${part.title} ${'─'.repeat(Math.max(0, 70 - part.title.length))}`)
  const start = performance.now()
  const count = run(part)
  const seconds = ((performance.now() - start) / 1000).toFixed(1)
  console.log(`${count.failed ? 'FAILED' : 'ok'}: ${part.title}, ${seconds} s`)
  return { part, count, seconds }
})

console.log('\n── Summary ──')
for (const { part, count, seconds } of results) {
  const { passed, failed, retried } = count
  const secondTry = retried ? `, ${retried} only on the second try` : ''
  console.log(
    `${failed ? 'FAILED' : 'ok    '}  ${part.title.padEnd(38)} ${passed} passed, ${failed} failed, ${seconds} s${secondTry}`,
  )
}
for (const part of lacking) console.log(`skipped ${whatItNeeds(part)}`)
const total = { passed: sum('passed'), failed: sum('failed') }
closing = `${total.passed} passed, ${total.failed} failed`
process.exitCode = total.failed ? 1 : 0

/** @param {Part} part
 * @param {string} name */
function answersTo(part, name) {
  return part.name === name || part.name.startsWith(`${name}:`)
}

/** @param {string} program */
function isInstalled(program) {
  return (process.env.PATH ?? '').split(delimiter).some((folder) => existsSync(join(folder, program)))
}

/** @param {Part} part */
function whatItNeeds({ title, programs }) {
  return `${title}: needs ${programs?.names.join(', ')} (Debian: ${programs?.install})`
}

/** @param {'passed' | 'failed'} key */
function sum(key) {
  return results.reduce((total, { count }) => total + count[key], 0)
}

/** @param {Part} part
 * @returns {Count} */
function run(part) {
  const report = join(root, '.cache', 'test', `${part.name.replace(':', '-')}.json`)
  mkdirSync(dirname(report), { recursive: true })
  rmSync(report, { force: true })
  const worked = part.commands
    .map(([command = '', ...rest]) => execute(command, [...rest, ...passedOn, ...reporting(part, report)], report))
    .every(Boolean)
  const nothing = { passed: 0, failed: 0, retried: 0 }
  if (!part.runner) return worked ? { ...nothing, passed: 1 } : { ...nothing, failed: 1 }
  const count = existsSync(report) ? countIn(part.runner, report) : nothing
  const sound = worked && count.passed + count.failed > 0
  return { ...count, failed: sound ? count.failed : Math.max(count.failed, 1) }
}

/** @param {string} command
 * @param {string[]} args
 * @param {string} report */
function execute(command, args, report) {
  const { status, error } = spawnSync(command, args, {
    cwd: root,
    env: { ...installedEnv(), ...plain, PLAYWRIGHT_JSON_OUTPUT_FILE: report },
    stdio: ['ignore', 'inherit', 'inherit'],
  })
  if (error) console.error(`${command} could not be started: ${error.message}`)
  return status === 0
}

/** @param {Part} part
 * @param {string} report */
function reporting(part, report) {
  if (part.runner === 'vitest') return ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
  return []
}

/** @param {'vitest' | 'playwright'} runner
 * @param {string} report
 * @returns {Count} */
function countIn(runner, report) {
  const content = JSON.parse(readFileSync(report, 'utf8'))
  if (runner === 'vitest')
    return { passed: content.numPassedTests, failed: content.numFailedTests, retried: tellOfRetried(content) }
  const { expected, unexpected, flaky } = content.stats
  return { passed: expected + flaky, failed: unexpected, retried: flaky }
}

/** Vitest itself says nothing of what went wrong the first time.
 * @param {{ testResults: { assertionResults: { status: string, fullName: string, failureMessages: string[] }[] }[] }} report */
function tellOfRetried({ testResults }) {
  const retried = testResults
    .flatMap(({ assertionResults }) => assertionResults)
    .filter(({ status, failureMessages }) => status === 'passed' && failureMessages.length > 0)
  for (const { fullName, failureMessages } of retried)
    console.log(`Only on the second try: ${fullName}\n${failureMessages.join('\n')}`)
  return retried.length
}
