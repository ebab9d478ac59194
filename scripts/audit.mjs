import { spawnSync } from 'node:child_process'
import { exitWith, root } from './root.mjs'

/**
 * Asks the registry whether a dependency has a known vulnerability, and fails when it is a serious one. Not
 * every registry answers that question, and some machines reach none: then nothing is known, and this says so.
 *
 * @typedef {{ name: string, severity: string, via: (string | { title: string, url: string })[] }} Finding
 * @typedef {{ vulnerabilities: Record<string, Finding> }} Report
 * @typedef {{ message: string }} Unanswered
 * @typedef {{ error: { code: string, summary: string } }} Misuse
 */

const question = [
  'audit',
  '--omit=dev',
  '--audit-level=high',
  '--json',
  '--fetch-retries=1',
  '--fetch-timeout=20000',
]

const { stdout, error } = spawnSync('npm', [...question, ...process.argv.slice(2)], {
  cwd: root,
  encoding: 'utf8',
})
if (error) exitWith(`npm could not be started: ${error.message}`)

const answer = read(stdout)
if ('vulnerabilities' in answer) judge(Object.values(answer.vulnerabilities))
else if ('message' in answer)
  console.log(`Skipped: the registry offers no audits here (${answer.message}).`)
else exitWith(`npm audit failed: ${answer.error.summary}`)

/** @param {string} json
 * @returns {Report | Unanswered | Misuse} */
function read(json) {
  try {
    return JSON.parse(json)
  } catch {
    exitWith(`npm audit did not answer with a report:\n${json.slice(0, 2000)}`)
  }
}

/** @param {Finding[]} findings */
function judge(findings) {
  const serious = findings.filter(({ severity }) => severity === 'high' || severity === 'critical')
  for (const { name, severity, via } of findings) {
    const why = via.map((cause) =>
      typeof cause === 'string' ? `through ${cause}` : `${cause.title}, ${cause.url}`,
    )
    console.log(`${severity}: ${name} (${why.join('; ')})`)
  }
  const names = serious.map(({ name }) => name).join(', ')
  if (names) exitWith(`Serious vulnerabilities in: ${names}. Update or replace them.`)
  console.log(`No serious vulnerabilities are known (${findings.length} lesser ones).`)
}
