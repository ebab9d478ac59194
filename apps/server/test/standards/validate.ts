import { basename } from 'node:path'
import {
  createIiifCheck,
  createLinkedArtCheck,
  createPackagedIiifCheck,
  type JsonCheck,
} from './json-schemas.ts'
import { findSchema, readSchemaFolder } from './schema-folder.ts'
import { createXmlCheck, wellFormedCheck, type XmlCheck } from './xml-schemas.ts'

/** File names of the schemas for each kind of document. */
const schemasByKind = {
  iiif: ['iiif_3_0.json'],
  'linked-art': ['object.json', 'core.json'],
  lido: ['lido-v1.1.xsd'],
  // The answers embed records, so their schemas are needed too.
  oai: ['OAI-PMH.xsd', 'oai_dc.xsd', 'lido-v1.1.xsd'],
} as const

export type DocumentKind = keyof typeof schemasByKind
const kinds = Object.keys(schemasByKind) as readonly DocumentKind[]

export interface PublishedDocument {
  /** Its address, which the report uses as a name. */
  readonly name: string
  readonly kind: DocumentKind
  readonly body: string
}

export interface ValidationReport {
  /** Number of documents checked with a schema, by kind. */
  readonly checked: Readonly<Record<DocumentKind, number>>
  /** Number of documents only parsed, for lack of a schema, by kind. */
  readonly parsed: Readonly<Record<DocumentKind, number>>
  readonly faults: readonly { readonly name: string; readonly sentences: readonly string[] }[]
  /** Schema files that are missing from the folder. */
  readonly missing: readonly string[]
}

/**
 * Parses documents and checks them with the official schemas of a folder. Nothing is fetched.
 * Without a folder, manifests are checked with the schema in an npm package, and other documents
 * only parsed.
 */
export async function validateDocuments(
  path: string | null,
  documents: readonly PublishedDocument[],
): Promise<ValidationReport> {
  const folder = path === null ? new Map() : await readSchemaFolder(path)
  const xmlChecks = {
    lido: createXmlCheck(folder, schemasByKind.lido),
    oai: createXmlCheck(folder, schemasByKind.oai),
  }
  const missing = new Set([
    ...Object.values(schemasByKind).flatMap((names) =>
      names.filter((name) => !findSchema(folder, name)),
    ),
    ...Object.values(xmlChecks).flatMap((check) =>
      (check?.missing ?? []).map((location) => basename(location)),
    ),
  ])
  const filterByKind = (kind: DocumentKind) =>
    documents.filter((document) => document.kind === kind)
  const results = {
    iiif: checkJson(
      path === null ? createPackagedIiifCheck() : createIiifCheck(folder),
      filterByKind('iiif'),
    ),
    'linked-art': checkJson(createLinkedArtCheck(folder), filterByKind('linked-art')),
    lido: await checkXml(xmlChecks.lido, filterByKind('lido')),
    oai: await checkXml(xmlChecks.oai, filterByKind('oai')),
  } satisfies Record<DocumentKind, KindResult>
  const count = (key: 'checked' | 'parsed') =>
    Object.fromEntries(
      kinds.map((kind) => [kind, results[kind][key]]),
    ) as ValidationReport['checked']
  return {
    checked: count('checked'),
    parsed: count('parsed'),
    faults: kinds.flatMap((kind) => results[kind].faults),
    missing: [...missing].sort(),
  }
}

/** The result for all documents of a kind. */
interface KindResult {
  readonly checked: number
  readonly parsed: number
  readonly faults: ValidationReport['faults']
}

const countDocuments = (documents: readonly PublishedDocument[], hasSchema: boolean) => ({
  checked: hasSchema ? documents.length : 0,
  parsed: hasSchema ? 0 : documents.length,
})

function checkJson(check: JsonCheck | null, documents: readonly PublishedDocument[]): KindResult {
  const faults = documents.map(({ name, body }) => ({
    name,
    sentences: checkParsed(body, check ?? (() => [])),
  }))
  return {
    ...countDocuments(documents, check !== null),
    faults: faults.filter(({ sentences }) => sentences.length > 0),
  }
}

function checkParsed(body: string, check: JsonCheck): string[] {
  try {
    return check(JSON.parse(body))
  } catch (error) {
    return [String(error)]
  }
}

async function checkXml(
  check: XmlCheck | null,
  documents: readonly PublishedDocument[],
): Promise<KindResult> {
  const usable = check && check.missing.length === 0 ? check : null
  const faults = await (usable ?? wellFormedCheck).check(
    documents.map(({ name, body }) => ({ name, xml: body })),
  )
  return {
    ...countDocuments(documents, usable !== null),
    faults: [...faults].map(([name, sentences]) => ({ name, sentences })),
  }
}
