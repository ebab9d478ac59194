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
  readonly entries: readonly string[]
}

/** What Object ID asks for, in its words and order, and what the record answers; nothing where nobody has noted it. */
export function categoriesOf(record: ExchangeRecord): Category[] {
  const about = (...concepts: Parameters<typeof attributesAbout>[1][]) =>
    concepts.flatMap((concept) => attributesAbout(record, concept))
  const named = (keys: readonly string[]) => record.attributes.filter(({ key }) => keys.includes(key))
  const { marks, features, literature } = typeConcepts[record.type].borrowers
  const titles = [...record.names, ...about('title').map(({ values }) => values[0])]
  return [
    { category: 'Type of object', entries: [[record.is.en, ...plain(about('category'))].join(', ')] },
    { category: 'Materials & techniques', entries: plain(about('technique')) },
    { category: 'Measurements', entries: labelled(about('size', 'measure')) },
    { category: 'Inscriptions & markings', entries: labelled(named(marks)) },
    { category: 'Distinguishing features', entries: labelled(named(features)) },
    { category: 'Title', entries: [...new Set(titles.map(({ text }) => text))] },
    { category: 'Subject', entries: [] },
    { category: 'Date or period', entries: plain(about('date')) },
    {
      category: 'Maker',
      entries: record.makers.map((maker) => `${capitalised(roles[maker.role].en)}: ${inEnglish(maker.values).text}`),
    },
    { category: 'Place of origin', entries: [plain(about('place', 'country')).join(', ')].filter(Boolean) },
    { category: 'Related written material', entries: plain(named(literature)) },
  ]
}

const inEnglish = (values: RecordAttribute['values']) => values.find(({ lang }) => lang === 'en') ?? values[0]

const written = (attribute: RecordAttribute) => withUnit(attribute, inEnglish(attribute.values))

const capitalised = (term: string) => term.replace(/^./, (letter) => letter.toUpperCase())

const plain = (attributes: readonly RecordAttribute[]) => attributes.map(written)

const labelled = (attributes: readonly RecordAttribute[]) =>
  attributes.map((attribute) => `${attribute.labels.find(({ lang }) => lang === 'en')?.text}: ${written(attribute)}`)
