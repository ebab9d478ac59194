import { type Dimension, findAttributes, type ObjectRecord } from '../object-record/index.ts'

export interface Measurement {
  readonly dimension: Dimension
  /** A plain decimal: '17.8'. */
  readonly value: string
  readonly unit: 'mm' | 'cm' | 'm' | 'kg'
}

// '1,450' and '1.450' are a thousand and more to some readers, and less than two to others: ambiguous, so not read.
const number = String.raw`((?:\d{1,3}(?:['’]\d{3}){1,4}|\d{1,15})(?:[.,](?!\d{3}(?!\d))\d{1,6})?)`
const times = String.raw`\s*[×x]\s*`
const single = new RegExp(`^${number}\\s*(mm|cm|m|kg)?$`)
const several = new RegExp(`^${number}${times}${number}(?:${times}${number})?\\s*(mm|cm|m)$`)

const decimal = (typed: string) => typed.replaceAll(/['’]/g, '').replace(',', '.')
const isUnit = (unit: string | undefined): unit is Measurement['unit'] =>
  /^(?:mm|cm|m|kg)$/.test(unit ?? '')

/** The values that can be read as measurements; words, and numbers without a unit, are left to readers. */
export function toMeasurements(record: ObjectRecord): Measurement[] {
  const measures = findAttributes(record, 'measure').flatMap(
    ({ dimension, unit: own, values }): Measurement[] => {
      const [, value, typed] = single.exec(values[0].text) ?? []
      const unit = typed ?? own
      return dimension && value && isUnit(unit) ? [{ dimension, value: decimal(value), unit }] : []
    },
  )
  const sizes = findAttributes(record, 'size').flatMap(({ values }): Measurement[] => {
    const [, height, width, depth, unit] = several.exec(values[0].text) ?? []
    if (!isUnit(unit)) return []
    return Object.entries({ height, width, depth }).flatMap(([dimension, value]) =>
      value ? [{ dimension: dimension as Dimension, value: decimal(value), unit }] : [],
    )
  })
  return [...measures, ...sizes]
}

/**
 * The years that a date names, and whether they are certain: 'um 1950', '1904–1910', 'ca. 1840', '1908/09'.
 * '1905-10' may be a month or extend to 1910.
 */
export function parseYears(
  date: string,
): { earliest: number; latest: number; exact: boolean } | null {
  const years = date.match(/(?<!\d)\d{4}(?!\d)/g)?.map(Number) ?? []
  const [first, last = first] = years
  if (first === undefined || last === undefined || years.length > 2 || last < first) return null
  const short = /^\d{4}\s*[/–-]\s*(\d{2})$/.exec(date.trim())?.[1]
  const named = short ? Math.trunc(first / 100) * 100 + Number(short) : last
  const mayBeMonth = /^\d{4}-(?:0[1-9]|1[0-2])$/.test(date.trim())
  const latest = mayBeMonth ? Math.max(first, named) : named
  const isPlain = !mayBeMonth && /^\d{4}(?:\s*[/–-]\s*\d{2}(?:\d{2})?)?$/.test(date.trim())
  return latest < first ? null : { earliest: first, latest, exact: isPlain }
}
