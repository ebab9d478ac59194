import { findAttributes, type LocalizedText, type ObjectRecord } from '../object-record/index.ts'
import { element, schemaAttributes, type Xml } from './xml.ts'

const namespace = 'http://www.openarchives.org/OAI/2.0/oai_dc/'

export const dublinCoreFormat = {
  prefix: 'oai_dc',
  schema: 'http://www.openarchives.org/OAI/2.0/oai_dc.xsd',
  namespace,
} as const

const named = (name: string, texts: readonly (LocalizedText | string)[]): Xml[] =>
  texts.map((text) =>
    typeof text === 'string'
      ? element(`dc:${name}`, {}, text)
      : element(`dc:${name}`, { 'xml:lang': text.lang || null }, text.text),
  )

/** An item in the fifteen elements of Dublin Core, each once per language. */
export function toDublinCore(record: ObjectRecord): Xml {
  const about = (...concepts: Parameters<typeof findAttributes>[1][]): LocalizedText[] =>
    concepts.flatMap((concept) => findAttributes(record, concept).flatMap(({ values }) => values))
  const { is, names, descriptions, makers, pictures, licence } = record
  const titles = about('title').filter(({ text }) => !names.some((name) => name.text === text))
  const languages = new Set([...names, ...descriptions].flatMap(({ lang }) => lang || []))
  const types = (['en', 'de', 'fr'] as const).map(
    (lang): LocalizedText => ({ text: is[lang], lang }),
  )
  return element(
    'oai_dc:dc',
    {
      'xmlns:oai_dc': namespace,
      'xmlns:dc': 'http://purl.org/dc/elements/1.1/',
      ...schemaAttributes(namespace, dublinCoreFormat.schema),
    },
    named('title', [...names, ...titles]),
    named(
      'creator',
      makers.flatMap(({ values }) => values),
    ),
    named('type', [...types, ...about('category')]),
    named('description', [...descriptions, ...about('inscription')]),
    named('date', about('date')),
    named('format', about('technique', 'size')),
    named('coverage', about('place', 'country')),
    named('publisher', [`${record.museum}, ${record.foundation}`]),
    named('source', about('collection')),
    named('identifier', [record.identifier, record.page]),
    named('language', [...languages]),
    named(
      'relation',
      pictures.map(({ address }) => address),
    ),
    named('rights', [
      ...(licence ? [licence.uri] : []),
      ...new Set(
        pictures.flatMap(
          ({ credit, licence: own }) =>
            [credit, own ? own.uri : ''].filter(Boolean).join(', ') || [],
        ),
      ),
    ]),
  )
}
