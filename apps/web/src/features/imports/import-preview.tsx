import type { FieldChange, ImportOutcome } from '@vitrine/contract'
import { type ReactNode, useId } from 'react'
import { ChangeText } from '../../ui/text/change-text.tsx'
import { formatNumber } from '../../ui/text/format.ts'
import styles from './import-preview.module.css'

interface ImportPreviewProps {
  readonly fileName: string
  readonly outcome: ImportOutcome
}

/** The changes that an upload would make, row by row, numbered as in a spreadsheet. */
export function ImportPreview({ fileName, outcome }: ImportPreviewProps) {
  const { created, changed, unchanged, refused, skipped, warnings } = outcome

  return (
    <section aria-label={`Preview of ${fileName}`} className={`stack ${styles.preview}`}>
      <p role="status" className={styles.summary}>
        <strong>{fileName}</strong>: {formatNumber(created.length)} new,{' '}
        {formatNumber(changed.length)} changed, {formatNumber(unchanged)} unchanged,{' '}
        {formatNumber(refused.length)} refused. <ErasedCount entries={changed} />
        {refused.length > 0 &&
          'Nothing is uploaded until every row is valid. Please correct the refused rows in the file.'}
        {refused.length === 0 &&
          warnings.length > 0 &&
          'Some values look mistyped. They can be uploaded nevertheless. '}
        {refused.length + created.length + changed.length === 0 && 'There is nothing to upload.'}
      </p>
      <RowReasons title="Refused" tone="bad" entries={refused} />
      <RowReasons title="Left out" entries={skipped} />
      <RowReasons title="Please check" entries={warnings} />
      <ChangedItems title="Changed" entries={changed} />
      <PreviewSection title="New" entries={created}>
        {({ row, identifier, name }) => (
          <PreviewRow key={row} row={row} identifier={identifier}>
            {name}
          </PreviewRow>
        )}
      </PreviewSection>
    </section>
  )
}

/** Rows with the reason why they are refused, left out or to be checked. */
const RowReasons = (
  props: Omit<PreviewSectionProps<{ row: number; reason: string }>, 'children'>,
) => (
  <PreviewSection {...props}>
    {({ row, reason }) => (
      <PreviewRow key={row} row={row}>
        {reason}
      </PreviewRow>
    )}
  </PreviewSection>
)

interface ChangedItem {
  /** Row number in a file, for an upload. */
  readonly row?: number
  readonly identifier: string
  readonly fields: readonly FieldChange[]
}

const isErased = ({ before, after }: FieldChange): boolean => after === '' && before !== ''

/** The number of erased values, in red; renders nothing if there are none. */
export function ErasedCount({ entries }: { readonly entries: readonly ChangedItem[] }) {
  const erasedCount = entries.flatMap(({ fields }) => fields).filter(isErased).length
  if (erasedCount === 0) return null

  return (
    <strong className={styles.erased}>
      {erasedCount === 1
        ? 'One value is erased.'
        : `${formatNumber(erasedCount)} values are erased.`}{' '}
    </strong>
  )
}

interface ChangedItemsProps {
  readonly title: string
  readonly entries: readonly ChangedItem[]
}

/** Items with their changed fields. */
export const ChangedItems = ({ title, entries }: ChangedItemsProps) => (
  <PreviewSection title={title} entries={entries}>
    {({ row, identifier, fields }) => (
      <PreviewRow key={identifier} row={row} identifier={identifier}>
        <dl className={styles.fields}>
          {fields.map((change) => (
            <div key={`${change.field} ${change.after}`} className={styles.field}>
              <dt className={styles.name}>{change.field}</dt>
              <dd className={styles.value} data-erased={isErased(change) || undefined}>
                <ChangeText before={change.before} after={change.after} />
              </dd>
            </div>
          ))}
        </dl>
      </PreviewRow>
    )}
  </PreviewSection>
)

/** Of further entries, only the number is shown. */
const maxShownEntries = 100

interface PreviewSectionProps<T> {
  readonly title: string
  readonly tone?: 'bad'
  readonly entries: readonly T[]
  readonly children: (entry: T) => ReactNode
}

function PreviewSection<T>({ title, tone, entries, children }: PreviewSectionProps<T>) {
  const id = useId()
  if (entries.length === 0) return null
  const hiddenCount = entries.length - maxShownEntries

  return (
    <div>
      <h3 id={id} className={styles.heading} data-tone={tone}>
        {title} ({formatNumber(entries.length)})
      </h3>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: keyboards must be able to scroll it */}
      <ul aria-labelledby={id} tabIndex={0} className={`plain-list ${styles.entries}`}>
        {entries.slice(0, maxShownEntries).map(children)}
        {hiddenCount > 0 && <li className={styles.rest}>and {formatNumber(hiddenCount)} more</li>}
      </ul>
    </div>
  )
}

interface PreviewRowProps {
  readonly row?: number | undefined
  readonly identifier?: string
  readonly children: ReactNode
}

const PreviewRow = ({ row, identifier, children }: PreviewRowProps) => (
  <li className={styles.entry} data-rowless={row === undefined || undefined}>
    {row !== undefined && (
      <span className={`tabular dimmed ${styles.row}`}>Row {formatNumber(row)}</span>
    )}
    {identifier !== undefined && <span className="breakable medium">{identifier}</span>}
    <div className={styles.what}>{children}</div>
  </li>
)
