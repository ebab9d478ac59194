import {
  type Dimension,
  findAttributes,
  type ObjectRecord,
  type RecordAttribute,
} from '../object-record/index.ts'

export interface Measurement {
  readonly dimension: Dimension
  /** A plain decimal: '17.8'. */
  readonly value: string
  readonly unit: 'mm' | 'cm' | 'm' | 'kg'
}

// Digits, perhaps with apostrophes between thousands, and decimals after a point or comma. Does not
// match '1,450' and '1.450', which may mean 1450 or 1.45 depending on the country.
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
export const toMeasurements = (record: ObjectRecord): Measurement[] => [
  ...findAttributes(record, 'measure')
    .map(parseMeasure)
    .filter((measurement) => measurement !== null),
  ...findAttributes(record, 'size').flatMap(parseSize),
]

/** Parses the value of one dimension; its unit is typed by staff or part of the catalogue. */
function parseMeasure({
  dimension,
  unit: catalogueUnit,
  values,
}: RecordAttribute): Measurement | null {
  const [, value, typedUnit] = singlePattern.exec(values[0].text) ?? []
  const unit = typedUnit ?? catalogueUnit
  if (!dimension || !value || !isUnit(unit)) return null
  return { dimension, value: toDecimal(value), unit }
}

/** Parses height, width and perhaps depth in one text: '71 × 90 cm'. */
function parseSize({ values }: RecordAttribute): Measurement[] {
  const [, height, width, depth, unit] = dimensionsPattern.exec(values[0].text) ?? []
  if (!isUnit(unit) || !height || !width) return []

  const measurements: Measurement[] = [
    { dimension: 'height', value: toDecimal(height), unit },
    { dimension: 'width', value: toDecimal(width), unit },
  ]
  if (depth) measurements.push({ dimension: 'depth', value: toDecimal(depth), unit })
  return measurements
}

const yearAndMonth = /^\d{4}-(?:0[1-9]|1[0-2])$/
/** A year, and the last two digits of a later one: '1908/09'. */
const shortenedRange = /^\d{4}\s*[/–-]\s*(\d{2})$/
/** A year, or two of them with nothing but a dash or slash between. */
const plainYears = /^\d{4}(?:\s*[/–-]\s*\d{2}(?:\d{2})?)?$/

/**
 * Parses the years of a date, and whether they are exact: 'um 1950' is not, '1904–1910' and
 * '1908/09' are. '1905-10' may mean October 1905 or 1905 to 1910, and is therefore inexact.
 */
export function parseYears(
  date: string,
): { earliest: number; latest: number; isExact: boolean } | null {
  const text = date.trim()
  const fullYears = text.match(/(?<!\d)\d{4}(?!\d)/g)?.map(Number) ?? []
  const [first, second] = fullYears
  if (first === undefined || fullYears.length > 2) return null

  const lastTwoDigits = shortenedRange.exec(text)?.[1]
  const century = Math.trunc(first / 100) * 100
  const last = lastTwoDigits ? century + Number(lastTwoDigits) : (second ?? first)
  const mayBeMonth = yearAndMonth.test(text)
  // '1908-05' can only be a month, which ends in 1908.
  const latest = mayBeMonth ? Math.max(first, last) : last
  if (latest < first) return null

  return { earliest: first, latest, isExact: plainYears.test(text) && !mayBeMonth }
}
