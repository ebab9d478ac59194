import { expect, test } from 'vitest'
import { buildItemDetail, buildObjectRecord } from '../../../test/object-records.ts'
import { parseYears, toMeasurements } from './measurements.ts'

test.each([
  ['art', { dimensions: '71 × 90 cm' }, ['height 71 cm', 'width 90 cm']],
  ['art', { dimensions: '22.5 x 29 x 3,5 mm' }, ['height 22.5 mm', 'width 29 mm', 'depth 3.5 mm']],
  ['art', { dimensions: 'Durchmesser 30 cm' }, []],
  // '1.250' may be 1250 or 1.25.
  ['art', { dimensions: '1.250 × 900 mm' }, []],
  // '1,450' and '1.450' may mean 1450 or 1.45; '1,4501' is clear.
  [
    'car',
    { weight_kg: '1,450', length: "4'826.5 mm", width: '1.450 m', height: '1,4501 m' },
    ['length 4826.5 mm', 'height 1.4501 m'],
  ],
  // A weight has the unit of its attribute; a width without a unit is skipped.
  [
    'car',
    { weight_kg: "1'250", length: '4826 mm', width: '170', height: 'low' },
    ['weight 1250 kg', 'length 4826 mm'],
  ],
] as const)('parses measurements of type %s from %j', (type, tags, expected) => {
  const measurements = toMeasurements(buildObjectRecord(buildItemDetail(type, { tags })))
  expect(measurements.map(({ dimension, value, unit }) => `${dimension} ${value} ${unit}`)).toEqual(
    expected,
  )
})

test.each([
  ['1905', [1905, 1905, true]],
  ['1904–1910', [1904, 1910, true]],
  ['1908/09', [1908, 1909, true]],
  // October, or until 1910.
  ['1905-10', [1905, 1910, false]],
  // Only a month, because a range does not end before it begins.
  ['1908-05', [1908, 1908, false]],
  // Only two years, because there is no 18th month.
  ['1904-18', [1904, 1918, true]],
  ['ca. 1840', [1840, 1840, false]],
  ['zwischen 1895 und 1911', [1895, 1911, false]],
  ['19. Jahrhundert', null],
  ['1910–1904', null],
  ['12345', null],
] as const)(
  'parses the date “%s” as first year, last year, and whether they are exact: %j',
  (date, expected) => {
    const years = parseYears(date)
    expect(years && [years.earliest, years.latest, years.isExact]).toEqual(expected)
  },
)
