import { z } from 'zod'

/** The input of a call as JSON Schema. */
export interface Shape {
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
  readonly properties?: Readonly<Record<string, Shape>>
  readonly required?: readonly string[]
  readonly items?: Shape
  readonly additionalProperties?: Shape | boolean
  readonly enum?: readonly unknown[]
  readonly const?: unknown
  readonly anyOf?: readonly Shape[]
}

// Cached, because every generated input needs the shape of its call.
const shapesBySchema = new WeakMap<z.ZodType, Shape>()

export function toShape(schema: z.ZodType): Shape {
  const convert = (io: 'input' | 'output') =>
    z.toJSONSchema(schema, { io, unrepresentable: 'any' }) as Shape
  const shape = shapesBySchema.get(schema) ?? withLengths(convert('input'), convert('output'))
  shapesBySchema.set(schema, shape)
  return shape
}

/**
 * Adds missing maximum lengths: texts whose line ends are normalised have theirs only in the output
 * schema.
 */
function withLengths(shape: Shape, output: Shape | undefined): Shape {
  if (!output) return shape
  const result: { -readonly [Key in keyof Shape]: Shape[Key] } = { ...shape }
  if (shape.type === 'string' && output.maxLength !== undefined)
    result.maxLength ??= output.maxLength
  if (shape.properties) {
    const fields = Object.entries(shape.properties).map(
      ([key, field]) => [key, withLengths(field, output.properties?.[key])] as const,
    )
    result.properties = Object.fromEntries(fields)
  }
  if (shape.items) result.items = withLengths(shape.items, output.items)
  if (shape.anyOf)
    result.anyOf = shape.anyOf.map((option, index) => withLengths(option, output.anyOf?.[index]))
  if (typeof shape.additionalProperties === 'object') {
    const { additionalProperties } = output
    result.additionalProperties = withLengths(
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
export function violatesShape(shape: Shape, value: unknown): boolean {
  if (shape.const !== undefined) return value !== shape.const
  if (shape.enum) return !shape.enum.includes(value)
  if (shape.anyOf) return shape.anyOf.every((option) => violatesShape(option, value))
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
        value.some((part) => violatesShape(shape.items ?? {}, part))
      )
    case 'object':
      return !isRecord(value) || violatesFields(shape, value as Record<string, unknown>)
    case 'null':
      return value !== null
    default:
      return false
  }
}

const isTooLong = ({ minItems = 0, maxItems = Infinity }: Shape, list: unknown[]) =>
  list.length < minItems || list.length > maxItems

function isWithin(
  { type, minimum = -Infinity, exclusiveMinimum = -Infinity, maximum = Infinity }: Shape,
  value: unknown,
) {
  if (typeof value !== 'number' || (type === 'integer' && !Number.isInteger(value))) return false
  return value >= minimum && value > exclusiveMinimum && value <= maximum
}

function violatesFields(
  { properties = {}, required = [], additionalProperties }: Shape,
  value: Record<string, unknown>,
) {
  if (required.some((key) => !Object.hasOwn(value, key))) return true
  return Object.entries(value).some(([key, part]) => {
    const shape = Object.hasOwn(properties, key) ? properties[key] : additionalProperties
    if (shape === false) return true
    return typeof shape === 'object' && violatesShape(shape, part)
  })
}
