import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { availableParallelism, cpus, loadavg, tmpdir, totalmem, type } from 'node:os'
import { join } from 'node:path'
import { build } from '../scripts/build.mjs'
import { exitWith, root } from '../scripts/root.mjs'
import { type Findings, findingsVariable, renderMarkdown } from './report.ts'

/**
 * `npm run bench` runs every bench and writes docs/BENCHMARKS.md; `npm run bench -- http pages` runs those two and
 * replaces their sections.
 */
const benches = ['http', 'pdf', 'filter', 'pages', 'spelling', 'guide', 'tiles', 'places', 'attack']
const documentFile = join(root, 'docs', 'BENCHMARKS.md')

const chosen = process.argv.slice(2)
const unknown = chosen.filter((name) => !benches.includes(name))
if (unknown.length > 0)
  exitWith(`There is no bench ${unknown.join(', ')}. There are: ${benches.join(', ')}.`)

build()
const failed: string[] = []
for (const name of chosen.length > 0 ? chosen : benches) {
  console.log(`\n=== ${name} ===`)
  const section = runBench(name)
  if (section) replaceSection(name, section)
  else failed.push(name)
}
if (failed.length > 0)
  exitWith(`These could not be measured, so their sections are as they were: ${failed.join(', ')}.`)
console.log('\nWritten to docs/BENCHMARKS.md.')

/** Runs a bench and renders its section; null if it failed. */
function runBench(name: string): string | null {
  const folder = mkdtempSync(join(tmpdir(), 'vitrine-bench-findings-'))
  const file = join(folder, 'findings.json')
  const day = new Date().toISOString().slice(0, 10)
  const command = `\`npm run bench -- ${name}\``
  const conditions = `Measured on ${day} with ${command}: ${describeMachine()}.${describeLoad()}`
  try {
    const { status } = spawnSync(process.execPath, [join(root, 'bench', name, 'run.ts')], {
      env: { ...process.env, [findingsVariable]: file },
      stdio: 'inherit',
    })
    if (status !== 0 || !existsSync(file)) return null
    const findings: Findings = JSON.parse(readFileSync(file, 'utf8'))
    return `## ${findings.title}\n\n${conditions}\n\n${renderMarkdown(findings)}`
  } finally {
    rmSync(folder, { recursive: true })
  }
}

function replaceSection(name: string, section: string): void {
  const [start, end] = [`<!-- bench: ${name} -->`, `<!-- end: ${name} -->`]
  const text = readFileSync(documentFile, 'utf8')
  const [from, to] = [text.indexOf(start), text.indexOf(end)]
  const replacement = `${start}\n${section}\n${end}`
  const newText =
    from < 0 || to < from
      ? `${text.trimEnd()}\n\n${replacement}\n`
      : text.slice(0, from) + replacement + text.slice(to + end.length)
  writeFileSync(documentFile, newText)
}

/** Describes the machine for comparison, without identifying it. */
function describeMachine(): string {
  const model = cpus()[0]?.model.replaceAll(/\s+/g, ' ').trim() || 'unknown processor'
  const memory = Math.round(totalmem() / 1024 ** 3)
  return `${availableParallelism()} cores (${model}), ${memory} GB of memory, ${type()}, Node ${process.versions.node}`
}

/** Returns a warning if the machine was busy, which makes the figures less reliable. */
function describeLoad(): string {
  const [load = 0] = loadavg()
  return load > 0.5 * availableParallelism()
    ? ` The machine had other work at the start (load ${load.toFixed(1)}): times of the clock are too high, CPU less so.`
    : ''
}
