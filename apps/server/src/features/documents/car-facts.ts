import type { AttributeRow } from '@vitrine/contract'
import { heightOf, keepsWords, type Measured, measure, shortened, wrapped } from '../../adapters/pdf/fit.ts'
import { printable, printableLine } from '../../adapters/pdf/printable.ts'

// In millimetres; those of the template `car-sheet.typ`.
const width = 62
const gutter = 2
/** Just enough for the longest of the usual labels. */
const labelWidth = (size: number) => 3.12 * size
const valueWidth = (size: number) => width - labelWidth(size) - gutter
const mostLines = 4

// Without a picture they may be larger.
const large = [10.5, 10, 9.5]
const usual = [9, 8.5, 8, 7.5]
const small = [7, 6.5]
const smallest = 6.5

const leading = 1.22
const insetOf = (size: number) => size * 0.13

interface Fact {
  readonly label: string
  readonly value: string
  readonly measured: { readonly label: Measured; readonly value: Measured }
}

export const carFacts = (rows: readonly AttributeRow[]): Fact[] =>
  rows.map((row) => factOf(printableLine(row.label), printable(row.value.trim())))

const factOf = (label: string, value: string): Fact => ({
  label,
  value,
  measured: { label: measure([label], 'sans'), value: measure([value], 'sans') },
})

/** Their height in type that is easy to read. */
export const factsHeight = (facts: readonly Fact[]): { readonly usual: number; readonly least: number } => ({
  usual: heightAt(facts, usual[0] ?? smallest),
  least: heightAt(facts, usual.at(-1) ?? smallest),
})

/** The facts at the largest size at which they fit. Values without end are cut, and what is beyond the page left out. */
export function setFacts(facts: readonly Fact[], height: number, alone: boolean) {
  const sizes = [...(alone ? large : []), ...usual, ...small]
  const fitting = sizes.filter((one) => heightAt(facts, one) <= height)
  const size = fitting.find((one) => !small.includes(one) && areWhole(facts, one)) ?? fitting[0] ?? smallest
  const set = areWhole(facts, size) ? facts : facts.map((fact) => wrappedFact(fact, size))
  const shown = heightAt(set, size) <= height ? set : cut(set, size, height)
  return {
    height: heightAt(shown, size),
    facts: {
      size,
      inset: insetOf(size),
      labels: labelWidth(size),
      rows: shown.map(({ label, value }) => ({ label, value })),
    },
  }
}

const heightAt = (facts: readonly Fact[], size: number): number =>
  facts.reduce((sum, fact) => sum + factHeight(fact, size), 0)

const areWhole = (facts: readonly Fact[], size: number): boolean =>
  facts.every(
    ({ measured }) =>
      keepsWords(measured.label, labelWidth(size), size) && keepsWords(measured.value, valueWidth(size), size),
  )

const wrappedFact = ({ label, value }: Fact, size: number): Fact =>
  factOf(wrapped(label, 'sans', labelWidth(size), size), wrapped(value, 'sans', valueWidth(size), size))

function factHeight({ measured }: Fact, size: number): number {
  const setting = { size, leading, gap: 0 }
  const [label, value] = [
    heightOf(measured.label, labelWidth(size), setting),
    heightOf(measured.value, valueWidth(size), setting),
  ]
  return Math.max(label, value) + 2 * insetOf(size)
}

function cut(facts: readonly Fact[], size: number, height: number): Fact[] {
  const setting = { size, leading, gap: 0 }
  const most = heightOf(measure([Array(mostLines).fill('x').join('\n')], 'sans'), valueWidth(size), setting)
  const shown: Fact[] = []
  let left = height
  for (const { label, value } of facts) {
    const [short = ''] = shortened([value], 'sans', (part) => heightOf(part, valueWidth(size), setting) <= most + 0.01)
    const fact = factOf(label, short)
    left -= factHeight(fact, size)
    if (left < 0) break
    shown.push(fact)
  }
  return shown
}
