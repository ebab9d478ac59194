import { writeFileSync } from 'node:fs'

/** One figure of a bench, in the form that all benches share. */
export interface Row {
  readonly what: string
  readonly figure: number
  readonly unit: string
  /** The same unit, for the least work that has the same result; measured in the same run. */
  readonly floor?: number | undefined
  readonly target?: { readonly atMost: number } | { readonly atLeast: number } | undefined
  /** Other figures of the same measurement, by the heading of their column. */
  readonly beside?: Readonly<Record<string, string | number>>
}

interface Table {
  readonly title: string
  readonly rows: readonly Row[]
}

/** The result of a bench. */
export interface Findings {
  readonly title: string
  /** The subject and method, in sentences. */
  readonly text: string
  readonly tables: readonly Table[]
}

/** Where `npm run bench` wants the findings; alone, a bench only prints them. */
export const findingsVariable = 'BENCH_FINDINGS'

/** Prints the result of a bench, and hands it on. */
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
  return [text, ...tables.map(markdownTable)].join('\n\n')
}

function markdownTable({ title, rows }: Table): string {
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
  const others = Object.entries(beside).map(([name, value]) => [
    name,
    typeof value === 'number' ? formatFigure(value) : value,
  ])
  return {
    figure: `${formatFigure(figure)} ${unit}`.trim(),
    ...Object.fromEntries(others),
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

export const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0

/** Three significant digits: nothing here is known more precisely. */
function formatFigure(value: number): string {
  if (!Number.isFinite(value)) return '–'
  const rounded = Number(value.toPrecision(3))
  return Math.abs(rounded) >= 1_000 ? Math.round(value).toLocaleString('en') : String(rounded)
}
