import { basename } from 'node:path'
import { validateXML } from 'xmllint-wasm'
import { findSchema, resolveLocation, type SchemaFolder } from './schema-folder.ts'

export interface XmlDocument {
  /** As reports name it. */
  readonly name: string
  readonly xml: string
}

/** The faults of each invalid document, by its name. */
export type XmlFaultsByName = ReadonlyMap<string, string[]>

export interface XmlCheck {
  /** Schemas that others refer to and that are not in the folder. */
  readonly missing: readonly string[]
  check(documents: readonly XmlDocument[]): Promise<XmlFaultsByName>
}

/** One check with several schemas, for documents that hold others; null where one of them is not in the folder. */
export function createXmlCheck(folder: SchemaFolder, names: readonly string[]): XmlCheck | null {
  const paths = names.flatMap((name) => findSchema(folder, name) ?? [])
  if (paths.length < names.length) return null
  const { files, missing } = gather(folder, paths)
  return { missing, check: (documents) => faultsOf(documents, files) }
}

/** Without a schema. */
export const wellFormedCheck: XmlCheck = {
  missing: [],
  check: (documents) => faultsOf(documents, []),
}

interface File {
  readonly fileName: string
  readonly contents: string
}

/** For schemas that others import but that say nothing of what we publish, where they are not in the folder. */
const standIns: Readonly<Record<string, string>> = {
  'xml.xsd': schemaOf(
    'http://www.w3.org/XML/1998/namespace',
    ['lang', 'space', 'base', 'id'].map(
      (name) => `<xs:attribute name="${name}" type="xs:string"/>`,
    ),
  ),
  'gml.xsd': schemaOf(
    'http://www.opengis.net/gml',
    ['Point', 'LineString', 'Polygon'].map((name) => `<xs:element name="${name}"/>`),
  ),
}

function schemaOf(namespace: string, content: readonly string[]): string {
  return `<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema" targetNamespace="${namespace}">${content.join('')}</xs:schema>`
}

const reference =
  /(<(?:\w+:)?(?:import|include|redefine)\b[^>]*?\bschemaLocation\s*=\s*)(["'])(.*?)\2/gs

/** The schemas and all that they refer to. Nothing is fetched: each location is replaced by the name of a file at hand. */
function gather(
  folder: SchemaFolder,
  paths: readonly string[],
): { files: File[]; missing: string[] } {
  const numbers = new Map<string, number>()
  const missing = new Set<string>()
  const fileOf = (path: string) => {
    const number = numbers.get(path) ?? numbers.size
    numbers.set(path, number)
    return `schema-${number}.xsd`
  }
  for (const path of paths) fileOf(path)
  const files: File[] = []
  // It grows while it is walked: a schema that is referred to is gathered as well.
  for (const [path] of numbers) {
    const contents = (folder.get(path) ?? standIns[path] ?? '').replaceAll(
      reference,
      (_, before, quote, location) => {
        const target =
          resolveLocation(folder, path, location) ??
          (basename(location) in standIns ? basename(location) : null)
        if (!target) missing.add(location)
        return `${before}${quote}${target ? fileOf(target) : location}${quote}`
      },
    )
    files.push({ fileName: fileOf(path), contents })
  }
  return {
    files: [{ fileName: 'all.xsd', contents: importing(files.slice(0, paths.length)) }, ...files],
    missing: [...missing],
  }
}

const importing = (schemas: readonly File[]) =>
  `<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema">${schemas
    .map(({ fileName, contents }) => {
      const [, namespace = ''] = /\btargetNamespace\s*=\s*["'](.*?)["']/.exec(contents) ?? []
      return `<xs:import namespace="${namespace}" schemaLocation="${fileName}"/>`
    })
    .join('')}</xs:schema>`

// A gigabyte: all documents are read in one go.
const maxMemoryPages = 16_384

async function faultsOf(
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
    // A line without a place belongs to the one before it.
    if (loc) name = documents[Number.parseInt(loc.fileName, 10)]?.name ?? 'the schemas'
    faults.set(name, [
      ...(faults.get(name) ?? []),
      loc ? `line ${loc.lineNumber}: ${message}` : rawMessage,
    ])
  }
  return faults.size > 0 ? faults : new Map([['the schemas', [rawOutput]]])
}
