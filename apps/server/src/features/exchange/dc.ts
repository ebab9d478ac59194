import { findAttributes, type LocalizedText, type ObjectRecord } from '../object-record/index.ts'
import { element, schemaAttributes, type Xml } from './xml.ts'

const namespace = 'http://www.openarchives.org/OAI/2.0/oai_dc/'

export const dublinCoreFormat = {
  prefix: 'oai_dc',
  schema: 'http://www.openarchives.org/OAI/2.0/oai_dc.xsd',
  namespace,
} as const

type Concept = Parameters<typeof findAttributes>[1]

const toElements = (name: string, texts: readonly (LocalizedText | string)[]): Xml[] =>
  texts.map((text) =>
    typeof text === 'string'
      ? element(`dc:${name}`, {}, text)
      : element(`dc:${name}`, { 'xml:lang': text.lang || null }, text.text),
  )

/** Renders an item in the elements of Dublin Core, each once per value and language. */
export function toDublinCore(record: ObjectRecord): Xml {
  const listTexts = (...concepts: Concept[]): LocalizedText[] =>
    concepts.flatMap((concept) => findAttributes(record, concept).flatMap(({ values }) => values))
  const { workType, names, descriptions, makers, pictures, licence } = record
  const otherTitles = listTexts('title').filter(
    ({ text }) => !names.some((name) => name.text === text),
  )
  const textLanguages = [...names, ...descriptions].map(({ lang }) => lang)
  const languages = new Set(textLanguages.filter((lang) => lang !== ''))
  const workTypes = (['en', 'de', 'fr'] as const).map(
    (lang): LocalizedText => ({ text: workType[lang], lang }),
  )
  const pictureRights = pictures
    .map((picture) => [picture.credit, picture.licence?.uri].filter(Boolean).join(', '))
    .filter((line) => line !== '')
  return element(
    'oai_dc:dc',
    {
      'xmlns:oai_dc': namespace,
      'xmlns:dc': 'http://purl.org/dc/elements/1.1/',
      ...schemaAttributes(namespace, dublinCoreFormat.schema),
    },
    toElements('title', [...names, ...otherTitles]),
    toElements(
      'creator',
      makers.flatMap(({ values }) => values),
    ),
    toElements('type', [...workTypes, ...listTexts('category')]),
    toElements('description', [...descriptions, ...listTexts('inscription')]),
    toElements('date', listTexts('date')),
    toElements('format', listTexts('technique', 'size')),
    toElements('coverage', listTexts('place', 'country')),
    toElements('publisher', [`${record.museum}, ${record.foundation}`]),
    toElements('source', listTexts('collection')),
    toElements('identifier', [record.identifier, record.page]),
    toElements('language', [...languages]),
    toElements(
      'relation',
      pictures.map(({ address }) => address),
    ),
    toElements('rights', [...(licence ? [licence.uri] : []), ...new Set(pictureRights)]),
  )
}
