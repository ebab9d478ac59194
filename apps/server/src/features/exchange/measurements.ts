import { type Dimension, findAttributes, type ObjectRecord } from '../object-record/index.ts'

export interface Measurement {
  readonly dimension: Dimension
  /** A plain decimal: '17.8'. */
  readonly value: string
  readonly unit: 'mm' | 'cm' | 'm' | 'kg'
}

// Digits, perhaps with apostrophes between thousands, and decimals after a point or comma. Skips
// '1,450' and '1.450', which may mean 1450 or 1.45 depending on the country.
const number = String.raw`((?:\d{1,3}(?:['’]\d{3}){1,4}|\d{1,15})(?:[.,](?!\d{3}(?!\d))\d{1,6})?)`
const timesSign = String.raw`\s*[×x]\s*`
const singlePattern = new RegExp(`^${number}\\s*(mm|cm|m|kg)?$`)
const dimensionsPattern = new RegExp(
  `^${number}${timesSign}${number}(?:${timesSign}${number})?\\s*(mm|cm|m)$`,
)

const toDecimal = (typed: string) => typed.replaceAll(/['’]/g, '').replace(',', '.')
const isUnit = (unit: string | undefined): unit is Measurement['unit'] =>
  /^(?:mm|cm|m|kg)$/.test(unit ?? '')

/** Parses attributes into measurements; skips words and numbers without a unit. */
export function toMeasurements(record: ObjectRecord): Measurement[] {
  const measures = findAttributes(record, 'measure').flatMap(
    ({ dimension, unit: catalogueUnit, values }): Measurement[] => {
      const [, value, typedUnit] = singlePattern.exec(values[0].text) ?? []
      const unit = typedUnit ?? catalogueUnit
      return dimension && value && isUnit(unit)
        ? [{ dimension, value: toDecimal(value), unit }]
        : []
    },
  )
  const sizes = findAttributes(record, 'size').flatMap(({ values }): Measurement[] => {
    const [, height, width, depth, unit] = dimensionsPattern.exec(values[0].text) ?? []
    if (!isUnit(unit)) return []
    return Object.entries({ height, width, depth }).flatMap(([dimension, value]) =>
      value ? [{ dimension: dimension as Dimension, value: toDecimal(value), unit }] : [],
    )
  })
  return [...measures, ...sizes]
}

/**
 * Parses the years of a date, and whether they are exact: 'um 1950' is not, '1904–1910' and
 * '1908/09' are. '1905-10' may mean October 1905 or 1905 to 1910, and is therefore inexact.
 */
export function parseYears(
  date: string,
): { earliest: number; latest: number; isExact: boolean } | null {
  const years = date.match(/(?<!\d)\d{4}(?!\d)/g)?.map(Number) ?? []
  const [first, last = first] = years
  if (first === undefined || last === undefined || years.length > 2 || last < first) return null

  const lastTwoDigits = /^\d{4}\s*[/–-]\s*(\d{2})$/.exec(date.trim())?.[1]
  const century = Math.trunc(first / 100) * 100
  const end = lastTwoDigits ? century + Number(lastTwoDigits) : last
  const mayBeMonth = /^\d{4}-(?:0[1-9]|1[0-2])$/.test(date.trim())
  const latest = mayBeMonth ? Math.max(first, end) : end
  if (latest < first) return null

  // A year, or two of them with nothing but a dash or slash between.
  const isPlain = /^\d{4}(?:\s*[/–-]\s*\d{2}(?:\d{2})?)?$/.test(date.trim())
  return { earliest: first, latest, isExact: isPlain && !mayBeMonth }
}
