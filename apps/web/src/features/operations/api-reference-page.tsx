import { TextInput, Title } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { filterRows, roleNames } from '@vitrine/contract'
import { useDeferredValue, useId, useMemo, useState } from 'react'
import { getServerMessage } from '../../client/api-error.ts'
import { callQuery } from '../../client/query.ts'
import { EmptyState } from '../../ui/feedback/list-states.tsx'
import { ErrorMessage } from '../../ui/feedback/message.tsx'
import { PageHeader } from '../../ui/layout/page-parts.tsx'
import { RowSkeletons } from '../../ui/lists/row-skeletons.tsx'
import styles from './api-reference-page.module.css'

/** The screen API reference: all calls of the server with their schemas. */
export function ApiReferencePage() {
  const document = useQuery({
    ...callQuery('GET /openapi.json'),
    staleTime: Number.POSITIVE_INFINITY,
  })
  const calls = useMemo(() => listCalls(document.data ?? {}), [document.data])
  const [filter, setFilter] = useState('')

  const shownCalls = filterRows(
    calls,
    useDeferredValue(filter),
    ({ feature, method, path, summary, access }) =>
      [feature, method, path, summary, ...access].join(' '),
  )

  return (
    <>
      <PageHeader
        title="API reference"
        count={document.data && `${shownCalls.length} of ${calls.length} calls`}
        actions={
          <TextInput
            aria-label="Filter the calls"
            placeholder="Filter"
            type="search"
            leftSection={<IconSearch size={16} aria-hidden="true" />}
            value={filter}
            onChange={(event) => setFilter(event.currentTarget.value)}
          />
        }
      />
      {document.isPending && <RowSkeletons label="Loading the API reference" />}
      {document.isError && (
        <ErrorMessage>
          The API reference could not be loaded. {getServerMessage(document.error)}
        </ErrorMessage>
      )}
      {document.data && shownCalls.length === 0 && (
        <EmptyState>No call matches the filter.</EmptyState>
      )}
      {document.data &&
        [...Map.groupBy(shownCalls, (entry) => entry.feature)].map(([feature, entries]) => (
          <Feature key={feature} name={feature} calls={entries} document={document.data} />
        ))}
    </>
  )
}

interface FeatureProps {
  readonly name: string
  readonly calls: readonly DocumentedCall[]
  readonly document: OpenApiDocument
}

function Feature({ name, calls, document }: FeatureProps) {
  const headingId = useId()

  return (
    <section aria-labelledby={headingId} className={styles.feature}>
      <Title order={2} id={headingId} className={styles.heading ?? ''}>
        {toWords(name)}
      </Title>
      {calls.map((entry) => (
        <CallEntry key={`${entry.method} ${entry.path}`} entry={entry} document={document} />
      ))}
    </section>
  )
}

/** Turns `secondStep` into 'Second step'. */
const toWords = (name: string): string =>
  name.charAt(0).toUpperCase() +
  name.slice(1).replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)

const formatAccess = (access: readonly string[]): string => {
  if (access.length === 0) return 'not stated'
  if (access.includes('anyone')) return 'Anyone'

  return access
    .map((role) => (role in roleNames ? roleNames[role as keyof typeof roleNames] : role))
    .join(', ')
}

function CallEntry({
  entry,
  document,
}: {
  readonly entry: DocumentedCall
  readonly document: OpenApiDocument
}) {
  return (
    <details className={styles.call}>
      <summary className={styles.summary}>
        <span className={styles.method}>{entry.method}</span>
        <code className={styles.path}>{entry.path}</code>
        <span className={`breakable ${styles.what}`}>{entry.summary}</span>
        <span className={`quiet ${styles.who}`}>{formatAccess(entry.access)}</span>
      </summary>
      <div className={`stack ${styles.schemas}`}>
        {entry.parameters.length > 0 && (
          <SchemaBlock
            label="Parameters"
            text={entry.parameters
              .map(
                ({ name, in: location, schema }) =>
                  `${name} (${location}): ${schema ? formatSchema(schema, document) : 'string'}`,
              )
              .join('\n')}
          />
        )}
        {entry.body && <SchemaBlock label="Body" text={formatSchema(entry.body, document)} />}
        {entry.answer && <SchemaBlock label="Answer" text={formatSchema(entry.answer, document)} />}
      </div>
    </details>
  )
}

function SchemaBlock({ label, text }: { readonly label: string; readonly text: string }) {
  return (
    <div className={styles.block}>
      <Title order={3} className={`quiet ${styles.label}`}>
        {label}
      </Title>
      {/* Focusable, because long lines scroll sideways. */}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: keyboards must be able to scroll it */}
      <pre className={`surface ${styles.schema}`} tabIndex={0}>
        {text}
      </pre>
    </div>
  )
}

/** The parts of an OpenAPI schema that the page shows. */
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
  readonly default?: unknown
  readonly $ref?: string
}

interface Parameter {
  readonly name: string
  readonly in: string
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

const findSchema = (content: Content | undefined): Schema | null =>
  Object.values(content ?? {})[0]?.schema ?? null

function findAnswerSchema(operation: Operation): Schema | null {
  const successCode = Object.keys(operation.responses ?? {}).find((code) => code.startsWith('2'))
  return successCode === undefined ? null : findSchema(operation.responses?.[successCode]?.content)
}

/** Lists the calls of the document, with the path of the server in front. */
export function listCalls(document: OpenApiDocument): readonly DocumentedCall[] {
  const serverUrl = document.servers?.[0]?.url ?? ''
  const hasPath = serverUrl.startsWith('/') && serverUrl !== '/'
  const prefix = hasPath ? serverUrl.replace(/\/$/, '') : ''
  const calls: DocumentedCall[] = []

  for (const [path, operations] of Object.entries(document.paths ?? {}))
    for (const method of methods) {
      const operation = operations[method]
      if (operation) calls.push(toDocumentedCall(method, `${prefix}${path}`, operation))
    }

  return calls
}

function toDocumentedCall(method: string, path: string, operation: Operation): DocumentedCall {
  const access = operation['x-access'] ?? []

  return {
    feature: operation.tags?.[0] ?? 'other',
    method: method.toUpperCase(),
    path,
    summary: operation.summary ?? '',
    access: typeof access === 'string' ? [access] : access,
    parameters: operation.parameters ?? [],
    body: findSchema(operation.requestBody?.content),
    answer: findAnswerSchema(operation),
  }
}

function resolveSchema(schema: Schema, document: OpenApiDocument): Schema {
  const name = schema.$ref?.split('/').at(-1)
  return (name && document.components?.schemas?.[name]) || schema
}

/** More deeply nested schemas, such as recursive ones, are shown as '…'. */
const maxDepth = 6

const formatLiteral = (value: unknown) => JSON.stringify(value)

/** Formats the limits of a value as a comment to append, such as '  // at most 80 characters'. */
function formatLimits(schema: Schema): string {
  const { format, minLength = 0, maxLength } = schema
  const notes: string[] = []
  if (format) notes.push(format)
  if (minLength > 0) notes.push(`at least ${minLength} characters`)
  if (maxLength !== undefined) notes.push(`at most ${maxLength} characters`)
  if (schema.default !== undefined) notes.push(`default ${formatLiteral(schema.default)}`)

  return notes.length > 0 ? `  // ${notes.join(', ')}` : ''
}

/** Formats a schema in a short notation similar to TypeScript. */
export function formatSchema(
  schemaOrRef: Schema,
  document: OpenApiDocument,
  indent = '',
  depth = 0,
): string {
  if (depth > maxDepth) return '…'

  const schema = resolveSchema(schemaOrRef, document)
  const formatInner = (part: Schema, innerIndent = indent) =>
    formatSchema(part, document, innerIndent, depth + 1)

  if (schema.const !== undefined) return formatLiteral(schema.const)
  if (schema.enum) return schema.enum.map(formatLiteral).join(' | ')

  const choices = schema.anyOf ?? schema.oneOf
  if (choices) return [...new Set(choices.map((choice) => formatInner(choice)))].join(' | ')
  if (schema.allOf) return schema.allOf.map((part) => formatInner(part)).join(' & ')

  if (schema.type === 'array') {
    const item = schema.items ? formatInner(schema.items) : 'any'
    const isUnion = item.includes(' | ') && !item.startsWith('{')
    return isUnion ? `(${item})[]` : `${item}[]`
  }

  if (schema.properties) {
    const innerIndent = `${indent}  `
    const lines = Object.entries(schema.properties).map(([name, property]) => {
      const optional = schema.required?.includes(name) ? '' : '?'
      const type = formatInner(property, innerIndent)
      const limits = formatLimits(resolveSchema(property, document))
      return `${innerIndent}${name}${optional}: ${type}${limits}`
    })
    return `{\n${lines.join('\n')}\n${indent}}`
  }

  if (typeof schema.additionalProperties === 'object')
    return `{ [name]: ${formatInner(schema.additionalProperties)} }`
  if (typeof schema.type === 'string') return schema.type

  return schema.type ? schema.type.join(' | ') : 'any'
}
