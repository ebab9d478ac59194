/** The few parts of an OpenAPI document that the page shows; everything may be missing. */
interface Schema {
  readonly type?: string | readonly string[]
  readonly properties?: Readonly<Record<string, Schema>>
  readonly required?: readonly string[]
  readonly items?: Schema
  readonly enum?: readonly unknown[]
  readonly const?: unknown
  readonly anyOf?: readonly Schema[]
  readonly oneOf?: readonly Schema[]
  readonly allOf?: readonly Schema[]
  readonly additionalProperties?: boolean | Schema
  readonly format?: string
  readonly minLength?: number
  readonly maxLength?: number
  readonly minimum?: number
  readonly maximum?: number
  readonly default?: unknown
  readonly description?: string
  readonly $ref?: string
}

interface Parameter {
  readonly name: string
  readonly in: string
  readonly required?: boolean
  readonly schema?: Schema
}

type Content = Readonly<Record<string, { readonly schema?: Schema }>>

interface Operation {
  readonly tags?: readonly string[]
  readonly summary?: string
  readonly parameters?: readonly Parameter[]
  readonly requestBody?: { readonly content?: Content }
  readonly responses?: Readonly<Record<string, { readonly content?: Content }>>
  readonly 'x-access'?: string | readonly string[]
}

export interface OpenApiDocument {
  readonly paths?: Readonly<Record<string, Readonly<Record<string, Operation>>>>
  readonly components?: { readonly schemas?: Readonly<Record<string, Schema>> }
  readonly servers?: readonly { readonly url: string }[]
}

export interface DocumentedCall {
  readonly feature: string
  readonly method: string
  readonly path: string
  readonly summary: string
  readonly access: readonly string[]
  readonly parameters: readonly Parameter[]
  readonly body: Schema | null
  readonly answer: Schema | null
}

const methods = ['get', 'post', 'put', 'patch', 'delete'] as const

const schemaIn = (content: Content | undefined): Schema | null => Object.values(content ?? {})[0]?.schema ?? null

function answerOf(operation: Operation): Schema | null {
  const status = Object.keys(operation.responses ?? {}).find((code) => code.startsWith('2'))
  return status === undefined ? null : schemaIn(operation.responses?.[status]?.content)
}

export function callsIn(document: OpenApiDocument): readonly DocumentedCall[] {
  const base = document.servers?.[0]?.url ?? ''
  const prefix = base.startsWith('/') && base !== '/' ? base.replace(/\/$/, '') : ''
  return Object.entries(document.paths ?? {}).flatMap(([path, item]) =>
    methods.flatMap((method) => {
      const operation = item[method]
      if (!operation) return []
      const access = operation['x-access'] ?? []
      return {
        feature: operation.tags?.[0] ?? 'other',
        method: method.toUpperCase(),
        path: `${prefix}${path}`,
        summary: operation.summary ?? '',
        access: typeof access === 'string' ? [access] : access,
        parameters: operation.parameters ?? [],
        body: schemaIn(operation.requestBody?.content),
        answer: answerOf(operation),
      }
    }),
  )
}

function resolveSchema(schema: Schema, document: OpenApiDocument): Schema {
  const name = schema.$ref?.split('/').at(-1)
  return (name && document.components?.schemas?.[name]) || schema
}

const maxDepth = 6

const literal = (value: unknown) => JSON.stringify(value)

function limits(schema: Schema): string {
  const notes = [
    schema.format,
    schema.minLength !== undefined && schema.minLength > 0 && `at least ${schema.minLength} characters`,
    schema.maxLength !== undefined && `at most ${schema.maxLength} characters`,
    schema.default !== undefined && `default ${literal(schema.default)}`,
  ].filter(Boolean)
  return notes.length > 0 ? `  // ${notes.join(', ')}` : ''
}

/** A schema as people who program would note it down: short, in the manner of TypeScript. */
export function schemaText(given: Schema, document: OpenApiDocument, indent = '', depth = 0): string {
  if (depth > maxDepth) return '…'
  const schema = resolveSchema(given, document)
  const inner = (part: Schema, further = indent) => schemaText(part, document, further, depth + 1)

  if (schema.const !== undefined) return literal(schema.const)
  if (schema.enum) return schema.enum.map(literal).join(' | ')
  const choices = schema.anyOf ?? schema.oneOf
  if (choices) return [...new Set(choices.map((choice) => inner(choice)))].join(' | ')
  if (schema.allOf) return schema.allOf.map((part) => inner(part)).join(' & ')
  if (schema.type === 'array') {
    const item = schema.items ? inner(schema.items) : 'any'
    return item.includes(' | ') && !item.startsWith('{') ? `(${item})[]` : `${item}[]`
  }
  if (schema.properties) {
    const further = `${indent}  `
    const lines = Object.entries(schema.properties).map(([name, property]) => {
      const optional = schema.required?.includes(name) ? '' : '?'
      return `${further}${name}${optional}: ${inner(property, further)}${limits(resolveSchema(property, document))}`
    })
    return `{\n${lines.join('\n')}\n${indent}}`
  }
  if (typeof schema.additionalProperties === 'object') return `{ [name]: ${inner(schema.additionalProperties)} }`
  if (typeof schema.type === 'string') return schema.type
  return schema.type ? schema.type.join(' | ') : 'any'
}
