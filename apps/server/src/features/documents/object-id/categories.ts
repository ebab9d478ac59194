import {
  attributesAbout,
  type ExchangeRecord,
  type RecordAttribute,
  roles,
  typeConcepts,
  withUnit,
} from '../../exchange/index.ts'

export interface Category {
  readonly category: string
  readonly told: readonly string[]
}

/** What Object ID asks for, in its words and order, and what the record answers; nothing where nobody has noted it. */
export function categoriesOf(record: ExchangeRecord): Category[] {
  const about = (...concepts: Parameters<typeof attributesAbout>[1][]) =>
    concepts.flatMap((concept) => attributesAbout(record, concept))
  const named = (keys: readonly string[]) => record.attributes.filter(({ key }) => keys.includes(key))
  const { marks, features, literature } = typeConcepts[record.type].borrowers
  const titles = [...record.names, ...about('title').map(({ values }) => values[0])]
  return [
    { category: 'Type of object', told: [[record.is.en, ...said(about('category'))].join(', ')] },
    { category: 'Materials & techniques', told: said(about('technique')) },
    { category: 'Measurements', told: labelled(about('size', 'measure')) },
    { category: 'Inscriptions & markings', told: labelled(named(marks)) },
    { category: 'Distinguishing features', told: labelled(named(features)) },
    { category: 'Title', told: [...new Set(titles.map(({ text }) => text))] },
    { category: 'Subject', told: [] },
    { category: 'Date or period', told: said(about('date')) },
    {
      category: 'Maker',
      told: record.makers.map(({ role, values }) => `${capitalised(roles[role].en)}: ${inEnglish(values).text}`),
    },
    { category: 'Place of origin', told: [said(about('place', 'country')).join(', ')].filter(Boolean) },
    { category: 'Related written material', told: said(named(literature)) },
  ]
}

const inEnglish = (values: RecordAttribute['values']) => values.find(({ lang }) => lang === 'en') ?? values[0]

const toldBy = (attribute: RecordAttribute) => withUnit(attribute, inEnglish(attribute.values))

const capitalised = (term: string) => term.replace(/^./, (letter) => letter.toUpperCase())

const said = (told: readonly RecordAttribute[]) => told.map(toldBy)

const labelled = (told: readonly RecordAttribute[]) =>
  told.map((attribute) => `${attribute.labels.find(({ lang }) => lang === 'en')?.text}: ${toldBy(attribute)}`)
