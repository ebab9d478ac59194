import {
  anyone,
  type Call,
  ErrorBody,
  eventStreamType,
  idempotencyHeader,
  productName,
  versionLabel,
} from '@vitrine/contract'
import { z } from 'zod'

type JsonSchema = Record<string, unknown>
type ObjectSchema = JsonSchema & { properties?: Record<string, JsonSchema>; required?: string[] }

/**
 * Converts the contract to an OpenAPI 3.1 document. `x-access` names the roles that may make a
 * call.
 */
export function toOpenApi(api: Record<string, Record<string, Call>>): Record<string, unknown> {
  const paths: Record<string, Record<string, unknown>> = {}
  for (const [group, calls] of Object.entries(api)) {
    for (const [name, call] of Object.entries(calls)) {
      // '/items/:id' becomes '/api/items/{id}'.
      const path = `/api${call.path.replaceAll(/:(\w+)/g, '{$1}')}`
      paths[path] = { ...paths[path], [call.method.toLowerCase()]: toOperation(group, name, call) }
    }
  }
  return {
    openapi: '3.1.0',
    info: { title: `${productName} API`, version: versionLabel.replace('version ', '') },
    paths,
    components: {
      securitySchemes: { session: { type: 'http', scheme: 'bearer' } },
      schemas: { Error: toJsonSchema(ErrorBody, 'output') },
    },
  }
}

function toOperation(group: string, name: string, call: Call): Record<string, unknown> {
  const parameters = [
    ...toParameters(call.params, 'path'),
    ...toParameters(call.query, 'query'),
    ...(call.creates ? [idempotencyParameter] : []),
  ]
  return {
    operationId: `${group}.${name}`,
    tags: [group],
    summary: call.summary,
    'x-access': call.access,
    ...(call.access !== anyone && { security: [{ session: [] }] }),
    ...(parameters.length > 0 && { parameters }),
    ...(call.body && { requestBody: { required: true, content: toRequestBody(call, call.body) } }),
    responses: {
      200: {
        description: 'Success',
        content: {
          ...toJsonContent(toJsonSchema(call.ok, 'output')),
          ...(call.events && eventStreamContent),
        },
      },
      default: {
        description: 'Error',
        content: toJsonContent({ $ref: '#/components/schemas/Error' }),
      },
    },
  }
}

function toRequestBody({ upload }: Call, body: z.ZodType): JsonSchema {
  const schema = toJsonSchema(body, 'input') as ObjectSchema
  if (!upload) return toJsonContent(schema)
  const properties = { ...schema.properties, [upload.field]: { type: 'string', format: 'binary' } }
  const required = [...(schema.required ?? []), upload.field]
  return { 'multipart/form-data': { schema: { ...schema, properties, required } } }
}

function toParameters(schema: z.ZodType | undefined, location: 'path' | 'query'): object[] {
  if (!schema) return []
  const { properties = {}, required = [] } = toJsonSchema(schema, 'output') as ObjectSchema
  return Object.entries(properties).map(([name, property]) => ({
    name,
    in: location,
    required: required.includes(name),
    schema: property,
  }))
}

const idempotencyParameter = {
  name: idempotencyHeader,
  in: 'header',
  required: false,
  description:
    'An idempotency key, new for each request: a retry with the same key within a day gets the first answer.',
  schema: { type: 'string', maxLength: 100 },
}

const eventStreamContent = { [eventStreamType]: { schema: { type: 'string' } } }

const toJsonContent = (schema: JsonSchema) => ({ 'application/json': { schema } })

function toJsonSchema(schema: z.ZodType, io: 'input' | 'output'): JsonSchema {
  const { $schema: _, ...jsonSchema } = z.toJSONSchema(schema, { io, unrepresentable: 'any' })
  return jsonSchema
}
