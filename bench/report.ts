import { writeFileSync } from 'node:fs'

export interface Row {
  readonly what: string
  readonly figure: number
  readonly unit: string
  /** Figure of the least work with the same result, measured in the same run. */
  readonly floor?: number | undefined
  readonly target?: { readonly atMost: number } | { readonly atLeast: number } | undefined
  /** Other figures of the same measurement, by column heading. */
  readonly beside?: Readonly<Record<string, string | number>>
}

interface Table {
  readonly title: string
  readonly rows: readonly Row[]
}

export interface Findings {
  readonly title: string
  /** The subject and method, in sentences. */
  readonly text: string
  readonly tables: readonly Table[]
}

/**
 * Names the file for the findings. Set by `npm run bench`; without it, a bench only prints them.
 */
export const findingsVariable = 'BENCH_FINDINGS'

/** Prints the findings of a bench, and writes them to a file if one is requested. */
export function report(findings: Findings): void {
  console.log(`\n${findings.title}\n${findings.text}`)
  for (const { title, rows } of findings.tables) {
    console.log(`\n${title}`)
    console.table(Object.fromEntries(rows.map((row) => [row.what, formatCells(row)])))
  }
  const file = process.env[findingsVariable]
  if (file) writeFileSync(file, JSON.stringify(findings))
}

export function renderMarkdown({ text, tables }: Findings): string {
  return [text, ...tables.map(renderTable)].join('\n\n')
}

function renderTable({ title, rows }: Table): string {
  const cells = rows.map((row) => ({ '': row.what, ...formatCells(row) }))
  const headings = [...new Set(cells.flatMap((row) => Object.keys(row)))]
  const lines = [
    headings.map((heading) => heading || title),
    headings.map((heading) => (heading ? '---:' : '---')),
    ...cells.map((row: Record<string, string>) => headings.map((heading) => row[heading] ?? '')),
  ]
  return lines.map((line) => `| ${line.join(' | ')} |`).join('\n')
}

function formatCells({ figure, unit, floor, target, beside = {} }: Row): Record<string, string> {
  const otherCells = Object.entries(beside).map(([name, value]) => [
    name,
    typeof value === 'number' ? formatFigure(value) : value,
  ])
  return {
    figure: `${formatFigure(figure)} ${unit}`.trim(),
    ...Object.fromEntries(otherCells),
    ...(floor !== undefined && {
      floor: formatFigure(floor),
      'times the floor': formatFigure(figure / floor),
    }),
    ...(target && { target: formatTarget(target), met: isMet(figure, target) ? 'yes' : 'NO' }),
  }
}

const formatTarget = (target: NonNullable<Row['target']>) =>
  'atMost' in target ? `≤ ${formatFigure(target.atMost)}` : `≥ ${formatFigure(target.atLeast)}`

const isMet = (figure: number, target: NonNullable<Row['target']>) =>
  'atMost' in target ? figure <= target.atMost : figure >= target.atLeast

export const computeMedian = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0

/** Rounds to three significant digits, because no figure is more precise. */
function formatFigure(value: number): string {
  if (!Number.isFinite(value)) return '–'
  const rounded = Number(value.toPrecision(3))
  return Math.abs(rounded) >= 1_000 ? Math.round(value).toLocaleString('en') : String(rounded)
}
