import { z } from 'zod'

/** The input of a call as JSON Schema. */
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

// Cached, because every generated input needs the shape of its call.
const shapesBySchema = new WeakMap<z.ZodType, InputSchema>()

export function toInputSchema(schema: z.ZodType): InputSchema {
  const convert = (io: 'input' | 'output') =>
    z.toJSONSchema(schema, { io, unrepresentable: 'any' }) as InputSchema
  const shape = shapesBySchema.get(schema) ?? addMaxLengths(convert('input'), convert('output'))
  shapesBySchema.set(schema, shape)
  return shape
}

/**
 * Adds missing maximum lengths: texts whose line ends are normalised have theirs only in the output
 * schema.
 */
function addMaxLengths(shape: InputSchema, output: InputSchema | undefined): InputSchema {
  if (!output) return shape
  const result: { -readonly [Key in keyof InputSchema]: InputSchema[Key] } = { ...shape }
  if (shape.type === 'string' && output.maxLength !== undefined)
    result.maxLength ??= output.maxLength
  if (shape.properties) {
    const fields = Object.entries(shape.properties).map(
      ([key, field]) => [key, addMaxLengths(field, output.properties?.[key])] as const,
    )
    result.properties = Object.fromEntries(fields)
  }
  if (shape.items) result.items = addMaxLengths(shape.items, output.items)
  if (shape.anyOf)
    result.anyOf = shape.anyOf.map((option, index) => addMaxLengths(option, output.anyOf?.[index]))
  if (typeof shape.additionalProperties === 'object') {
    const { additionalProperties } = output
    result.additionalProperties = addMaxLengths(
      shape.additionalProperties,
      typeof additionalProperties === 'object' ? additionalProperties : undefined,
    )
  }
  return result
}

const isRecord = (value: unknown) =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/**
 * Validates input by the published JSON Schema alone, independently of the server's code. Rules
 * that the schema can't express, such as existing days or fields that must agree, are not checked.
 */
export function violatesSchema(shape: InputSchema, value: unknown): boolean {
  if (shape.const !== undefined) return value !== shape.const
  if (shape.enum) return !shape.enum.includes(value)
  if (shape.anyOf) return shape.anyOf.every((option) => violatesSchema(option, value))
  switch (shape.type) {
    case 'string':
      return (
        typeof value !== 'string' ||
        (shape.pattern !== undefined && !new RegExp(shape.pattern, 'u').test(value))
      )
    case 'boolean':
      return typeof value !== 'boolean'
    case 'integer':
    case 'number':
      return !isWithin(shape, value)
    case 'array':
      return (
        !Array.isArray(value) ||
        isTooLong(shape, value) ||
        value.some((part) => violatesSchema(shape.items ?? {}, part))
      )
    case 'object':
      return !isRecord(value) || violatesFields(shape, value as Record<string, unknown>)
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
    const shape = Object.hasOwn(properties, key) ? properties[key] : additionalProperties
    if (shape === false) return true
    return typeof shape === 'object' && violatesSchema(shape, part)
  })
}
