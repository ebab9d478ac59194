/** The few parts of an OpenAPI document that the page shows; everything may be missing. */
export interface Schema {
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

/** Every call of the document, in its order. */
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

/** Follows a reference inside the document. */
export function resolveSchema(schema: Schema, document: OpenApiDocument): Schema {
  const name = schema.$ref?.split('/').at(-1)
  return (name && document.components?.schemas?.[name]) || schema
}
