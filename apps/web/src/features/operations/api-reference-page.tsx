import { TextInput, Title } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { containsAll, filterWords, fold, roleNames } from '@vitrine/contract'
import { useDeferredValue, useId, useMemo, useState } from 'react'
import { serverMessage } from '../../client/api-error.ts'
import { query } from '../../client/query.ts'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { ErrorMessage } from '../../ui/feedback/message.tsx'
import { PageHead } from '../../ui/layout/page-head.tsx'
import { RowSkeletons } from '../../ui/lists/row-skeletons.tsx'
import styles from './api-reference-page.module.css'
import { callsIn, type DocumentedCall, type OpenApiDocument, schemaText } from './openapi.ts'

export function ApiReferencePage() {
  const document = useQuery({ ...query('GET /openapi.json'), staleTime: Number.POSITIVE_INFINITY })
  const calls = useMemo(() => callsIn(document.data ?? {}), [document.data])
  const [filter, setFilter] = useState('')
  const words = filterWords(useDeferredValue(filter))
  const shown = calls.filter((entry) => {
    const text = [entry.feature, entry.method, entry.path, entry.summary, ...entry.access].join(' ')
    return containsAll(fold(text), words)
  })

  return (
    <>
      <PageHead
        title="API reference"
        count={document.data && `${shown.length} of ${calls.length} calls`}
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
        <ErrorMessage>The API reference could not be loaded. {serverMessage(document.error)}</ErrorMessage>
      )}
      {document.data && shown.length === 0 && <EmptyState>No call matches the filter.</EmptyState>}
      {document.data &&
        [...Map.groupBy(shown, (entry) => entry.feature)].map(([feature, entries]) => (
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
  const id = useId()
  return (
    <section aria-labelledby={id} className={styles.feature}>
      <Title order={2} id={id} className={styles.heading ?? ''}>
        {inWords(name)}
      </Title>
      {calls.map((entry) => (
        <CallEntry key={`${entry.method} ${entry.path}`} entry={entry} document={document} />
      ))}
    </section>
  )
}

/** `secondStep` → Second step. */
const inWords = (name: string): string =>
  name.charAt(0).toUpperCase() + name.slice(1).replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)

const whoMay = (access: readonly string[]): string => {
  if (access.length === 0) return 'not stated'
  if (access.includes('anyone')) return 'Anyone'
  return access.map((role) => (role in roleNames ? roleNames[role as keyof typeof roleNames] : role)).join(', ')
}

function CallEntry({ entry, document }: { readonly entry: DocumentedCall; readonly document: OpenApiDocument }) {
  return (
    <details className={styles.call}>
      <summary className={styles.summary}>
        <span className={styles.method}>{entry.method}</span>
        <code className={styles.path}>{entry.path}</code>
        <span className={`breakable ${styles.what}`}>{entry.summary}</span>
        <span className={`quiet ${styles.who}`}>{whoMay(entry.access)}</span>
      </summary>
      <div className={`stack ${styles.schemas}`}>
        {entry.parameters.length > 0 && (
          <SchemaBlock
            label="Parameters"
            text={entry.parameters
              .map(
                ({ name, in: place, schema }) =>
                  `${name} (${place}): ${schema ? schemaText(schema, document) : 'string'}`,
              )
              .join('\n')}
          />
        )}
        {entry.body && <SchemaBlock label="Body" text={schemaText(entry.body, document)} />}
        {entry.answer && <SchemaBlock label="Answer" text={schemaText(entry.answer, document)} />}
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
      {/* Focusable, because it scrolls sideways when a line is long. */}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: keyboards must be able to scroll it */}
      <pre className={`surface ${styles.schema}`} tabIndex={0}>
        {text}
      </pre>
    </div>
  )
}
