import { findAttributes, type LocalizedText, type ObjectRecord } from '../object-record/index.ts'
import { element, schemaAttributes, type Xml } from './xml.ts'

const namespace = 'http://www.openarchives.org/OAI/2.0/oai_dc/'

export const dublinCoreFormat = {
  prefix: 'oai_dc',
  schema: 'http://www.openarchives.org/OAI/2.0/oai_dc.xsd',
  namespace,
} as const

const dcElements = (name: string, texts: readonly (LocalizedText | string)[]): Xml[] =>
  texts.map((text) =>
    typeof text === 'string'
      ? element(`dc:${name}`, {}, text)
      : element(`dc:${name}`, { 'xml:lang': text.lang || null }, text.text),
  )

/** Renders an item in the elements of Dublin Core, each once per value and language. */
export function toDublinCore(record: ObjectRecord): Xml {
  const listTexts = (...concepts: Parameters<typeof findAttributes>[1][]): LocalizedText[] =>
    concepts.flatMap((concept) => findAttributes(record, concept).flatMap(({ values }) => values))
  const { workType, names, descriptions, makers, pictures, licence } = record
  const titles = listTexts('title').filter(({ text }) => !names.some((name) => name.text === text))
  const languages = new Set([...names, ...descriptions].flatMap(({ lang }) => lang || []))
  const types = (['en', 'de', 'fr'] as const).map(
    (lang): LocalizedText => ({ text: workType[lang], lang }),
  )
  const creditLines = pictures
    .map((picture) => [picture.credit, picture.licence?.uri].filter(Boolean).join(', '))
    .filter((line) => line !== '')
  const pictureRights = new Set(creditLines)
  return element(
    'oai_dc:dc',
    {
      'xmlns:oai_dc': namespace,
      'xmlns:dc': 'http://purl.org/dc/elements/1.1/',
      ...schemaAttributes(namespace, dublinCoreFormat.schema),
    },
    dcElements('title', [...names, ...titles]),
    dcElements(
      'creator',
      makers.flatMap(({ values }) => values),
    ),
    dcElements('type', [...types, ...listTexts('category')]),
    dcElements('description', [...descriptions, ...listTexts('inscription')]),
    dcElements('date', listTexts('date')),
    dcElements('format', listTexts('technique', 'size')),
    dcElements('coverage', listTexts('place', 'country')),
    dcElements('publisher', [`${record.museum}, ${record.foundation}`]),
    dcElements('source', listTexts('collection')),
    dcElements('identifier', [record.identifier, record.page]),
    dcElements('language', [...languages]),
    dcElements(
      'relation',
      pictures.map(({ address }) => address),
    ),
    dcElements('rights', [...(licence ? [licence.uri] : []), ...pictureRights]),
  )
}
