import { readFileSync } from 'node:fs'

/**
 * @typedef {{ name: string, firstFailure: string }} Retried a test that passed only on the second try
 * @typedef {{ passed: number, failed: number, retried: Retried[] }} Count
 */

/** Reads the JSON report of a runner.
 * @param {'vitest' | 'playwright'} runner
 * @param {string} file
 * @returns {Count} */
export function readReport(runner, file) {
  const report = JSON.parse(readFileSync(file, 'utf8'))
  return runner === 'vitest' ? readVitest(report) : readPlaywright(report)
}

/** @param {{ numPassedTests: number, numFailedTests: number, testResults: { assertionResults: { status: string,
 *   fullName: string, failureMessages: string[] }[] }[] }} report
 * @returns {Count} */
function readVitest({ numPassedTests, numFailedTests, testResults }) {
  const retried = testResults
    .flatMap(({ assertionResults }) => assertionResults)
    .filter(({ status, failureMessages }) => status === 'passed' && failureMessages.length > 0)
    .map(({ fullName, failureMessages }) => ({
      name: fullName,
      firstFailure: failureMessages[0] ?? '',
    }))
  return { passed: numPassedTests, failed: numFailedTests, retried }
}

/**
 * @typedef {{ title: string, specs?: Spec[], suites?: Suite[] }} Suite
 * @typedef {{ title: string, tests: { status: string, results: { errors: { message?: string }[] }[] }[] }} Spec
 */

/** @param {{ stats: { expected: number, unexpected: number, flaky: number }, suites: Suite[], errors?: unknown[] }} report
 * @returns {Count} */
function readPlaywright({ stats, suites }) {
  const retried = suites.flatMap(listSpecs).flatMap(({ title, tests }) =>
    tests
      .filter(({ status }) => status === 'flaky')
      .map(({ results }) => ({
        name: title,
        firstFailure: results[0]?.errors[0]?.message ?? '',
      })),
  )
  return { passed: stats.expected + stats.flaky, failed: stats.unexpected, retried }
}

/** @param {Suite} suite
 * @returns {Spec[]} */
const listSpecs = ({ specs = [], suites = [] }) => [...specs, ...suites.flatMap(listSpecs)]
