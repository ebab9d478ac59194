import { z } from 'zod'

/** The part of JSON Schema that zod writes for the input of a call. */
export interface InputSchema {
  readonly type?: string
  readonly format?: string
  readonly pattern?: string
  readonly minLength?: number
  readonly maxLength?: number
  readonly minimum?: number
  readonly exclusiveMinimum?: number
  readonly maximum?: number
  readonly minItems?: number
  readonly maxItems?: number
  readonly properties?: Readonly<Record<string, InputSchema>>
  readonly required?: readonly string[]
  readonly items?: InputSchema
  readonly additionalProperties?: InputSchema | boolean
  readonly enum?: readonly unknown[]
  readonly const?: unknown
  readonly anyOf?: readonly InputSchema[]
}

// Cached, because every generated input needs the schema of its call.
const inputSchemas = new WeakMap<z.ZodType, InputSchema>()

/** Converts a schema to JSON Schema for the input that it accepts. */
export function toInputSchema(schema: z.ZodType): InputSchema {
  const convert = (io: 'input' | 'output') =>
    z.toJSONSchema(schema, { io, unrepresentable: 'any' }) as InputSchema
  const inputSchema = inputSchemas.get(schema) ?? addMaxLengths(convert('input'), convert('output'))
  inputSchemas.set(schema, inputSchema)
  return inputSchema
}

/**
 * Adds missing maximum lengths: texts whose line ends are normalised have theirs only in the output
 * schema.
 */
function addMaxLengths(schema: InputSchema, output: InputSchema | undefined): InputSchema {
  if (!output) return schema
  const completed: { -readonly [Key in keyof InputSchema]: InputSchema[Key] } = { ...schema }
  if (schema.type === 'string' && output.maxLength !== undefined)
    completed.maxLength ??= output.maxLength
  if (schema.properties) {
    const fields = Object.entries(schema.properties).map(
      ([key, field]) => [key, addMaxLengths(field, output.properties?.[key])] as const,
    )
    completed.properties = Object.fromEntries(fields)
  }
  if (schema.items) completed.items = addMaxLengths(schema.items, output.items)
  if (schema.anyOf)
    completed.anyOf = schema.anyOf.map((option, index) =>
      addMaxLengths(option, output.anyOf?.[index]),
    )
  if (typeof schema.additionalProperties === 'object') {
    const { additionalProperties } = output
    completed.additionalProperties = addMaxLengths(
      schema.additionalProperties,
      typeof additionalProperties === 'object' ? additionalProperties : undefined,
    )
  }
  return completed
}

const isRecord = (value: unknown) =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/**
 * Whether a value breaks the published JSON Schema: its types, patterns, numeric ranges, list
 * lengths, choices and required fields. Does not check text lengths and formats, nor rules that the
 * schema can't express, such as existing days or fields that must agree.
 */
export function violatesSchema(schema: InputSchema, value: unknown): boolean {
  if (schema.const !== undefined) return value !== schema.const
  if (schema.enum) return !schema.enum.includes(value)
  if (schema.anyOf) return schema.anyOf.every((option) => violatesSchema(option, value))
  switch (schema.type) {
    case 'string':
      return (
        typeof value !== 'string' ||
        (schema.pattern !== undefined && !new RegExp(schema.pattern, 'u').test(value))
      )
    case 'boolean':
      return typeof value !== 'boolean'
    case 'integer':
    case 'number':
      return !isWithin(schema, value)
    case 'array':
      return (
        !Array.isArray(value) ||
        isTooLong(schema, value) ||
        value.some((part) => violatesSchema(schema.items ?? {}, part))
      )
    case 'object':
      return !isRecord(value) || violatesFields(schema, value as Record<string, unknown>)
    case 'null':
      return value !== null
    default:
      return false
  }
}

const isTooLong = ({ minItems = 0, maxItems = Infinity }: InputSchema, list: unknown[]) =>
  list.length < minItems || list.length > maxItems

function isWithin(
  { type, minimum = -Infinity, exclusiveMinimum = -Infinity, maximum = Infinity }: InputSchema,
  value: unknown,
) {
  if (typeof value !== 'number' || (type === 'integer' && !Number.isInteger(value))) return false
  return value >= minimum && value > exclusiveMinimum && value <= maximum
}

function violatesFields(
  { properties = {}, required = [], additionalProperties }: InputSchema,
  value: Record<string, unknown>,
) {
  if (required.some((key) => !Object.hasOwn(value, key))) return true
  return Object.entries(value).some(([key, part]) => {
    const schema = Object.hasOwn(properties, key) ? properties[key] : additionalProperties
    if (schema === false) return true
    return typeof schema === 'object' && violatesSchema(schema, part)
  })
}
