import { basename } from 'node:path'
import {
  createIiifCheck,
  createLinkedArtCheck,
  createPackagedIiifCheck,
  type JsonCheck,
} from './json-schemas.ts'
import { findSchema, readSchemaFolder } from './schema-folder.ts'
import { createXmlCheck, wellFormedCheck, type XmlCheck } from './xml-schemas.ts'

/** The schemas that each kind of document is checked with, by their files' names. */
const schemasOf = {
  iiif: ['iiif_3_0.json'],
  'linked-art': ['object.json', 'core.json'],
  lido: ['lido-v1.1.xsd'],
  // Its answers hold records, which are checked with it.
  oai: ['OAI-PMH.xsd', 'oai_dc.xsd', 'lido-v1.1.xsd'],
} as const

export type DocumentKind = keyof typeof schemasOf
const kinds = Object.keys(schemasOf) as readonly DocumentKind[]

export interface PublishedDocument {
  /** As the report names it: its address. */
  readonly name: string
  readonly kind: DocumentKind
  readonly body: string
}

export interface ValidationReport {
  /** How many documents of each kind were checked with a schema. */
  readonly checked: Readonly<Record<DocumentKind, number>>
  /** How many were only parsed, without a schema. */
  readonly parsed: Readonly<Record<DocumentKind, number>>
  readonly faults: readonly { readonly name: string; readonly sentences: readonly string[] }[]
  /** Files that are not in the folder, without which something could not be checked. */
  readonly missing: readonly string[]
}

/**
 * Parses documents and checks them with the official schemas of a folder; nothing is fetched. Without a folder, manifests are
 * checked with the schema that an npm package ships; for the others there is none.
 */
export async function validateDocuments(
  path: string | null,
  documents: readonly PublishedDocument[],
): Promise<ValidationReport> {
  const folder = path === null ? new Map() : await readSchemaFolder(path)
  const xmlChecks = {
    lido: createXmlCheck(folder, schemasOf.lido),
    oai: createXmlCheck(folder, schemasOf.oai),
  }
  const missing = new Set([
    ...Object.values(schemasOf).flatMap((names) =>
      names.filter((name) => !findSchema(folder, name)),
    ),
    ...Object.values(xmlChecks).flatMap((check) =>
      (check?.missing ?? []).map((location) => basename(location)),
    ),
  ])
  const of = (kind: DocumentKind) => documents.filter((document) => document.kind === kind)
  const found = {
    iiif: jsonFaults(
      path === null ? createPackagedIiifCheck() : createIiifCheck(folder),
      of('iiif'),
    ),
    'linked-art': jsonFaults(createLinkedArtCheck(folder), of('linked-art')),
    lido: await xmlFaults(xmlChecks.lido, of('lido')),
    oai: await xmlFaults(xmlChecks.oai, of('oai')),
  } satisfies Record<DocumentKind, Found>
  const count = (key: 'checked' | 'parsed') =>
    Object.fromEntries(kinds.map((kind) => [kind, found[kind][key]])) as ValidationReport['checked']
  return {
    checked: count('checked'),
    parsed: count('parsed'),
    faults: kinds.flatMap((kind) => found[kind].faults),
    missing: [...missing].sort(),
  }
}

interface Found {
  readonly checked: number
  readonly parsed: number
  readonly faults: ValidationReport['faults']
}

const counts = (documents: readonly PublishedDocument[], hasSchema: boolean) => ({
  checked: hasSchema ? documents.length : 0,
  parsed: hasSchema ? 0 : documents.length,
})

function jsonFaults(check: JsonCheck | null, documents: readonly PublishedDocument[]): Found {
  const faults = documents.map(({ name, body }) => ({
    name,
    sentences: parsed(body, check ?? (() => [])),
  }))
  return {
    ...counts(documents, check !== null),
    faults: faults.filter(({ sentences }) => sentences.length > 0),
  }
}

function parsed(body: string, check: JsonCheck): string[] {
  try {
    return check(JSON.parse(body))
  } catch (error) {
    return [String(error)]
  }
}

async function xmlFaults(
  check: XmlCheck | null,
  documents: readonly PublishedDocument[],
): Promise<Found> {
  const usable = check && check.missing.length === 0 ? check : null
  const faults = await (usable ?? wellFormedCheck).check(
    documents.map(({ name, body }) => ({ name, xml: body })),
  )
  return {
    ...counts(documents, usable !== null),
    faults: [...faults].map(([name, sentences]) => ({ name, sentences })),
  }
}
