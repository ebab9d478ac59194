import { expect, test } from 'vitest'
import {
  buildAttributeRows,
  formatAttributeValue,
  toKilowatts,
  toSpokenRow,
} from './attribute-rows.ts'
import {
  type AttributeDefinition,
  attributeLabel,
  catalogueLabel,
  groupThousands,
  isHiddenFromVisitors,
} from './attributes.ts'

test.for([
  ['power_hp', 'Power (hp)'],
  ['top_speed_kmh', 'Top Speed (km/h)'],
  ['displacement_cm3', 'Displacement (cm³)'],
  ['weight_kg', 'Weight (kg)'],
  ['power_rpm', 'Power (rpm)'],
  ['units_built', 'Units Built'],
  ['model', 'Model'],
  ['kg', 'Kg'],
  ['', ''],
])('%s is labelled %s', ([key = '', label]) => {
  expect(attributeLabel({ tag_key: key })).toBe(label)
})

test('attributeLabel prefers the language’s label, then the English one, then the key', () => {
  const power = { tag_key: 'power_hp', unit: 'PS', labels: { en: 'Output', de: 'Leistung' } }
  expect(attributeLabel(power)).toBe('Output (PS)')
  expect(attributeLabel(power, 'de')).toBe('Leistung (PS)')
  expect(attributeLabel(power, 'ja')).toBe('Output (PS)')
  expect(attributeLabel({ ...power, unit: '', labels: {} }, 'de')).toBe('Power')
  expect(attributeLabel({ ...power, unit: 'hp' }, 'de')).toBe('Leistung (PS)')
})

test('attributeLabel names recordings by format only on the item’s page', () => {
  const recording = { tag_key: 'mp3', labels: { en: 'Mp3' } }
  expect([
    catalogueLabel(recording),
    attributeLabel(recording),
    attributeLabel({ tag_key: 'mp3' }),
  ]).toEqual(['Mp3', 'Recording', 'Recording'])
  expect(attributeLabel({ ...recording, labels: { en: 'Audio guide' } })).toBe('Audio guide')
})

test('formatAttributeValue groups thousands of numbers only', () => {
  expect(['999', '1000', '1234567', '12.5', 'ca. 4000', '-5000', ''].map(groupThousands)).toEqual([
    '999',
    "1'000",
    "1'234'567",
    '12.5',
    'ca. 4000',
    '-5000',
    '',
  ])
  expect(
    ['1234567.5', '1000.12345', '999.5', '1964.5.12', '1234.', '1.5000'].map(groupThousands),
  ).toEqual(["1'234'567.5", "1'000.12345", '999.5', '1964.5.12', '1234.', '1.5000'])
  for (const kind of ['text', 'year', 'code', 'choice', undefined] as const)
    expect(formatAttributeValue({ tag_key: 'any', ...(kind && { kind }) }, '1964')).toBe('1964')
  expect(formatAttributeValue({ tag_key: 'any', kind: 'number' }, '1964')).toBe("1'964")
})

test('formatAttributeValue writes days in the reader’s language, for staff as typed', () => {
  const shown = (value: string, language?: 'en' | 'fr' | 'de' | 'ja') =>
    formatAttributeValue({ tag_key: 'first_registration' }, value, language)
  expect([shown('1938-04-12'), shown('1938-04-12', 'en'), shown('1938-04-12', 'fr')]).toEqual([
    '1938-04-12',
    '12 April 1938',
    '12 avril 1938',
  ])
  expect([shown('1938-04-12', 'de'), shown('1938-04-12', 'ja')]).toEqual([
    '12. April 1938',
    '1938年4月12日',
  ])
  expect([shown('1938-02-30', 'fr'), shown('1938-13-01', 'fr'), shown('1938', 'fr')]).toEqual([
    '1938-02-30',
    '1938-13-01',
    '1938',
  ])
})

test('toKilowatts converts numbers only', () => {
  expect(
    ['100', "1'001", '1’001', '12.5', '0x10', '1e9', '-5', 'strong', '', undefined].map(
      toKilowatts,
    ),
  ).toEqual([
    '74',
    '736',
    '736',
    '9',
    undefined,
    undefined,
    undefined,
    undefined,
    undefined,
    undefined,
  ])
})

test('buildAttributeRows keeps the catalogue’s order and adds derived values', () => {
  const definitions = [
    'model',
    'units_comment',
    'units_built',
    'power_hp',
    'power_rpm',
    'mp3',
    'body',
  ].map((tag_key) => ({ tag_key, kind: 'number' as const }))
  const tags = {
    power_hp: '150',
    units_built: '5000',
    units_comment: 'approx',
    mp3: 'a.mp3',
    model: 'Giulia',
    body: ' ',
    colour: 'red',
  }
  expect(
    buildAttributeRows(definitions, tags).map(({ label, value }) => `${label}: ${value}`),
  ).toEqual(['Model: Giulia', "Units Built: ~5'000", 'Power (hp): 150', 'Power (kW): 110'])
  expect(buildAttributeRows(definitions, tags, 'de').map(toSpokenRow)).toMatchObject([
    { name: 'Model', value: 'Giulia' },
    { name: 'Units Built', value: "~5'000" },
    { name: 'Power', label: 'Power', value: '150 PS' },
    { name: 'Power', label: 'Power', value: '110 kW' },
  ])
  expect(buildAttributeRows(definitions, { power_hp: 'about 150 hp' }).map(toSpokenRow)).toEqual([
    { name: 'Power', label: 'Power (hp)', value: 'about 150 hp' },
  ])
  expect(buildAttributeRows(definitions, { ...tags, units_comment: ' Approx' })[1]).toMatchObject({
    value: "~5'000",
  })
  expect(buildAttributeRows(definitions, { ...tags, units_comment: 'estimate' })[1]).toMatchObject({
    value: 'estimate',
  })
})

test('buildAttributeRows translates values by glossary and country names, else to English', () => {
  const body = {
    tag_key: 'body',
    glossary: { Limousine: { fr: 'Berline', en: 'Saloon', ja: 'セダン' } },
  } as const
  const shown = (attribute: AttributeDefinition, value: string) =>
    (['en', 'fr', 'ja', 'ru'] as const).map((language) =>
      formatAttributeValue(attribute, value, language),
    )
  expect(shown(body, 'limousine ')).toEqual(['Saloon', 'Berline', 'セダン', 'Saloon'])
  expect(shown({ tag_key: 'country' }, 'Deutschland')).toEqual([
    'Germany',
    'Allemagne',
    'ドイツ',
    'Германия',
  ])
  expect(shown({ tag_key: 'country' }, 'USA')).toEqual([
    'United States',
    'États-Unis',
    'アメリカ合衆国',
    'Соединенные Штаты',
  ])
  expect(shown({ tag_key: 'country' }, 'Atlantis')).toEqual(Array(4).fill('Atlantis'))
  expect(shown({ tag_key: 'origin' }, 'Germany')).toEqual(Array(4).fill('Germany'))
  const rows = buildAttributeRows([body], { body: 'Limousine' }, 'ru')
  expect(rows).toMatchObject([{ value: 'Saloon', valueLanguage: 'en' }])
})

test('the glossary takes precedence over country names', () => {
  const country = { tag_key: 'country', glossary: { 'United Kingdom': { de: 'Grossbritannien' } } }
  expect(formatAttributeValue(country, 'United Kingdom', 'de')).toBe('Grossbritannien')
  expect(formatAttributeValue(country, 'United Kingdom', 'fr')).toBe('Royaume-Uni')
})

test('French numbers have a decimal comma and “env.” for “ca.”', () => {
  const number = { tag_key: 'power_hp', kind: 'number' } as const
  expect(
    ['1.5', 'ca. 3100', 'circa 12', 'um 80'].map((value) =>
      formatAttributeValue(number, value, 'fr'),
    ),
  ).toEqual(['1,5', "env. 3'100", 'env. 12', 'um 80'])
  expect(formatAttributeValue(number, 'ca. 3100', 'ja')).toBe('約3,100')
  expect(formatAttributeValue(number, 'ca. 3100')).toBe('ca. 3100')
})

test.for([
  ['of the facts', { group: 'facts' }, false],
  ['for staff', { audience: 'staff' }, true],
  ['in no table', { group: 'none' }, true],
  ['retired', { retired: true }, true],
  ['with the recording, which has a player', { group: 'none', tag_key: 'mp3' }, false],
] as const)(
  'isHiddenFromVisitors tells whether visitors miss an attribute %s',
  ([, properties, isHidden]) => {
    const attribute = {
      tag_key: 'artist',
      audience: 'visitors',
      group: 'facts',
      retired: false,
    } as const
    expect(isHiddenFromVisitors({ ...attribute, ...properties })).toBe(isHidden)
  },
)
