import { spawnSync } from 'node:child_process'
import { exitWith, root } from './root.mjs'

/**
 * Asks the registry for known vulnerabilities of dependencies, and fails if one is serious. Some
 * registries offer no audits and some machines reach no registry: the check is then skipped with a
 * message.
 *
 * @typedef {{ name: string, severity: string, via: (string | { title: string, url: string })[] }} Finding
 * @typedef {{ vulnerabilities: Record<string, Finding> }} Report
 * @typedef {{ message: string }} Unanswered
 * @typedef {{ error: { code: string, summary: string } }} Misuse
 */

const auditArgs = [
  'audit',
  '--omit=dev',
  '--audit-level=high',
  '--json',
  '--fetch-retries=1',
  '--fetch-timeout=20000',
]

const { stdout, error } = spawnSync('npm', [...auditArgs, ...process.argv.slice(2)], {
  cwd: root,
  encoding: 'utf8',
})
if (error) exitWith(`npm could not be started: ${error.message}`)

const answer = parseAnswer(stdout)
if ('vulnerabilities' in answer) reportFindings(Object.values(answer.vulnerabilities))
else if ('message' in answer)
  console.log(`Skipped: the registry offers no audits here (${answer.message}).`)
else exitWith(`npm audit failed: ${answer.error.summary}`)

/** @param {string} json
 * @returns {Report | Unanswered | Misuse} */
function parseAnswer(json) {
  try {
    return JSON.parse(json)
  } catch {
    exitWith(`npm audit did not answer with a report:\n${json.slice(0, 2000)}`)
  }
}

/** @param {Finding[]} findings */
function reportFindings(findings) {
  const serious = findings.filter(({ severity }) => severity === 'high' || severity === 'critical')
  for (const { name, severity, via } of findings) {
    const reasons = via.map((cause) =>
      typeof cause === 'string' ? `through ${cause}` : `${cause.title}, ${cause.url}`,
    )
    console.log(`${severity}: ${name} (${reasons.join('; ')})`)
  }
  const names = serious.map(({ name }) => name).join(', ')
  if (names) exitWith(`Serious vulnerabilities in: ${names}. Update or replace them.`)
  console.log(`No serious vulnerabilities are known (${findings.length} lesser ones).`)
}
