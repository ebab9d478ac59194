import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { build } from '../scripts/build.mjs'
import { exitWith, root } from '../scripts/root.mjs'
import { busyness, machineInWords } from './machine.ts'
import { type Findings, findingsFile, markdown } from './report.ts'

/**
 * `npm run bench` runs every bench and writes docs/BENCHMARKS.md; `npm run bench -- http pages` runs those two and
 * replaces their sections.
 */
const benches = ['http', 'load', 'pdf', 'filter', 'pages', 'spelling', 'guide', 'harvest', 'tiles', 'attack'] as const
const document = join(root, 'docs', 'BENCHMARKS.md')

const present = benches.filter((name) => existsSync(programOf(name)))
const asked = process.argv.slice(2)
const unknown = asked.filter((name) => !present.some((bench) => bench === name))
if (unknown.length > 0) exitWith(`There is no bench ${unknown.join(', ')}. There are: ${present.join(', ')}.`)

build()
const failed: string[] = []
for (const name of present.filter((bench) => asked.length === 0 || asked.includes(bench))) {
  console.log(`\n=== ${name} ===`)
  const section = measure(name)
  if (section) replaceSection(name, section)
  else failed.push(name)
}
if (failed.length > 0)
  exitWith(`These could not be measured, so their sections are as they were: ${failed.join(', ')}.`)
console.log('\nWritten to docs/BENCHMARKS.md.')

function programOf(name: string): string {
  return join(root, 'bench', name, 'run.ts')
}

/** The section of a bench, or null when it failed. */
function measure(name: string): string | null {
  const folder = mkdtempSync(join(tmpdir(), 'vitrine-bench-findings-'))
  const file = join(folder, 'findings.json')
  const circumstances = `Measured on ${new Date().toISOString().slice(0, 10)} with \`npm run bench -- ${name}\`: ${machineInWords()}.${busyness()}`
  try {
    const { status } = spawnSync(process.execPath, [programOf(name)], {
      env: { ...process.env, [findingsFile]: file },
      stdio: 'inherit',
    })
    if (status !== 0 || !existsSync(file)) return null
    const findings: Findings = JSON.parse(readFileSync(file, 'utf8'))
    return `## ${findings.title}\n\n${circumstances}\n\n${markdown(findings)}`
  } finally {
    rmSync(folder, { recursive: true })
  }
}

function replaceSection(name: string, section: string): void {
  const [start, end] = [`<!-- bench: ${name} -->`, `<!-- end: ${name} -->`]
  const text = readFileSync(document, 'utf8')
  const [from, to] = [text.indexOf(start), text.indexOf(end)]
  const written = `${start}\n${section}\n${end}`
  const whole =
    from < 0 || to < from
      ? `${text.trimEnd()}\n\n${written}\n`
      : text.slice(0, from) + written + text.slice(to + end.length)
  writeFileSync(document, whole)
}
