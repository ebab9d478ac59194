import { basename } from 'node:path'
import { validateXML } from 'xmllint-wasm'
import { findSchema, resolveLocation, type SchemaFolder } from './schema-folder.ts'

export interface XmlDocument {
  /** Name in reports. */
  readonly name: string
  readonly xml: string
}

export type XmlFaultsByName = ReadonlyMap<string, string[]>

export interface XmlCheck {
  /** Referenced schemas that are not in the folder. */
  readonly missing: readonly string[]
  check(documents: readonly XmlDocument[]): Promise<XmlFaultsByName>
}

/**
 * Creates a check with several schemas, for documents that embed others; null if a schema is
 * missing.
 */
export function createXmlCheck(folder: SchemaFolder, names: readonly string[]): XmlCheck | null {
  const paths = names.flatMap((name) => findSchema(folder, name) ?? [])
  if (paths.length < names.length) return null
  const { files, missing } = collectSchemas(folder, paths)
  return { missing, check: (documents) => findFaults(documents, files) }
}

export const wellFormedCheck: XmlCheck = {
  missing: [],
  check: (documents) => findFaults(documents, []),
}

interface File {
  readonly fileName: string
  readonly contents: string
}

/** Replacements for missing schemas that others import, but that our documents hardly use. */
const substitutes: Readonly<Record<string, string>> = {
  'xml.xsd': renderSchema(
    'http://www.w3.org/XML/1998/namespace',
    ['lang', 'space', 'base', 'id'].map(
      (name) => `<xs:attribute name="${name}" type="xs:string"/>`,
    ),
  ),
  'gml.xsd': renderSchema(
    'http://www.opengis.net/gml',
    ['Point', 'LineString', 'Polygon'].map((name) => `<xs:element name="${name}"/>`),
  ),
}

function renderSchema(namespace: string, content: readonly string[]): string {
  return `<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema" targetNamespace="${namespace}">${content.join('')}</xs:schema>`
}

const referencePattern =
  /(<(?:\w+:)?(?:import|include|redefine)\b[^>]*?\bschemaLocation\s*=\s*)(["'])(.*?)\2/gs

/**
 * Collects schemas with all that they reference. Each location becomes the name of a local file, so
 * nothing is fetched.
 */
function collectSchemas(
  folder: SchemaFolder,
  paths: readonly string[],
): { files: File[]; missing: string[] } {
  const numbers = new Map<string, number>()
  const missing = new Set<string>()
  const assignName = (path: string) => {
    const number = numbers.get(path) ?? numbers.size
    numbers.set(path, number)
    return `schema-${number}.xsd`
  }
  for (const path of paths) assignName(path)
  const files: File[] = []
  // The map grows during the iteration, which thereby reaches referenced schemas too.
  for (const [path] of numbers) {
    const contents = (folder.get(path) ?? substitutes[path] ?? '').replaceAll(
      referencePattern,
      (_, before, quote, location) => {
        const target =
          resolveLocation(folder, path, location) ??
          (basename(location) in substitutes ? basename(location) : null)
        if (!target) missing.add(location)
        return `${before}${quote}${target ? assignName(target) : location}${quote}`
      },
    )
    files.push({ fileName: assignName(path), contents })
  }
  return {
    files: [
      { fileName: 'all.xsd', contents: renderImports(files.slice(0, paths.length)) },
      ...files,
    ],
    missing: [...missing],
  }
}

const renderImports = (schemas: readonly File[]) =>
  `<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema">${schemas
    .map(({ fileName, contents }) => {
      const [, namespace = ''] = /\btargetNamespace\s*=\s*["'](.*?)["']/.exec(contents) ?? []
      return `<xs:import namespace="${namespace}" schemaLocation="${fileName}"/>`
    })
    .join('')}</xs:schema>`

// A gigabyte, because all documents are read at once.
const maxMemoryPages = 16_384

async function findFaults(
  documents: readonly XmlDocument[],
  files: readonly File[],
): Promise<XmlFaultsByName> {
  const [schema, ...preload] = files
  if (documents.length === 0) return new Map()
  const xml = documents.map(({ xml: contents }, index) => ({ fileName: `${index}.xml`, contents }))
  const { valid, errors, rawOutput } = await validateXML({
    xml,
    preload,
    maxMemoryPages,
    ...(schema ? { schema } : { normalization: 'format' }),
  })
  if (valid) return new Map()
  const faults = new Map<string, string[]>()
  let name = 'the schemas'
  for (const { loc, message, rawMessage } of errors) {
    if (rawMessage.endsWith('fails to validate')) continue
    // An error without a location belongs to the document of the previous one.
    if (loc) name = documents[Number.parseInt(loc.fileName, 10)]?.name ?? 'the schemas'
    faults.set(name, [
      ...(faults.get(name) ?? []),
      loc ? `line ${loc.lineNumber}: ${message}` : rawMessage,
    ])
  }
  return faults.size > 0 ? faults : new Map([['the schemas', [rawOutput]]])
}
