import { Button, Checkbox, Loader } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import {
  attributeLabel,
  type ImportOutcome,
  type ItemType,
  inventoryTypes,
  meaningOf,
} from '@vitrine/contract'
import { useRef, useState } from 'react'
import { serverMessage } from '../../client/api-error.ts'
import { attributeQueries } from '../../client/queries.ts'
import { query } from '../../client/query.ts'
import { withConfirmation } from '../../ui/feedback/dialogs.ts'
import { ErrorMessage, SuccessMessage } from '../../ui/feedback/message.tsx'
import { SelectField } from '../../ui/forms/fields.tsx'
import { useKeepFocus } from '../../ui/forms/use-keep-focus.ts'
import { Panel } from '../../ui/layout/page-parts.tsx'
import { formatNumber } from '../../ui/text/format.ts'
import type { ColumnChoices } from './check-file.ts'
import { type CheckedUpload, type CsvUpload, checkFile, sendUpload } from './check-file.ts'
import { EarlierImports } from './earlier-imports.tsx'
import styles from './import-panel.module.css'
import { ImportPreview } from './import-preview.tsx'
import '@mantine/core/styles/Checkbox.layer.css'

interface ImportPanelProps {
  readonly type: ItemType
  readonly onClose: () => void
  readonly onChanged: () => void
}

export function ImportPanel({ type, onClose, onChanged }: ImportPanelProps) {
  const queries = useQueryClient()
  const [chosen, setChosen] = useState<CheckedUpload | null>(null)
  const check = useMutation({
    mutationFn: (file: File) => checkFile(queries, type, file),
    onMutate: () => setChosen(null),
    onSuccess: setChosen,
  })
  // The same file, taken another way.
  const recheck = useMutation({
    mutationFn: (upload: CheckedUpload) => sendUpload(type, upload, true),
    onMutate: setChosen,
    onSuccess: (preview, upload) => setChosen({ ...upload, preview }),
  })
  const send = useMutation({
    mutationFn: (upload: CsvUpload) => sendUpload(type, upload, false),
    onSuccess: () => {
      check.reset()
      setChosen(null)
      onChanged()
      return queries.invalidateQueries(query('GET /inventory/imports'))
    },
  })

  const chooser = useRef<HTMLInputElement>(null)
  useKeepFocus(`${check.status} ${send.status}`, chooser)

  const isBusy = check.isPending || send.isPending
  return (
    <Panel title="Upload CSV" onClose={onClose}>
      <div className={`stack ${styles.body}`}>
        <p className="note">
          Rows are matched to {inventoryTypes[type].many} by <code>identifier</code>; a new
          identifier creates a new {inventoryTypes[type].name.toLowerCase()}. An empty cell leaves
          what the item has. Nothing is saved until you have seen what would change.
        </p>
        <input
          ref={chooser}
          type="file"
          accept=".csv,text/csv"
          aria-label="CSV file"
          disabled={isBusy}
          className={styles.chooser}
          // Otherwise the same file, corrected, could not be chosen again.
          onClick={({ currentTarget }) => {
            currentTarget.value = ''
          }}
          onChange={(event) => {
            const file = event.currentTarget.files?.[0]
            send.reset()
            recheck.reset()
            if (file) check.mutate(file)
          }}
        />
        {check.isPending && <Busy>Reading {check.variables.name}…</Busy>}
        {check.isError && <ErrorMessage>{sentenceOf(check.error)}</ErrorMessage>}
        {chosen && (
          <>
            <ColumnChoice
              type={type}
              columns={chosen.columns}
              possible={chosen.possible}
              disabled={send.isPending}
              onChange={(columns) => recheck.mutate({ ...chosen, columns })}
            />
            <Checkbox
              label="Empty cells erase"
              description="Values to be erased are shown in red. A name is never erased."
              checked={chosen.emptyCells === 'erase'}
              disabled={send.isPending}
              onChange={({ currentTarget }) =>
                recheck.mutate({ ...chosen, emptyCells: currentTarget.checked ? 'erase' : 'keep' })
              }
            />
            {recheck.isError ? (
              <ErrorMessage>{sentenceOf(recheck.error)}</ErrorMessage>
            ) : (
              <ImportPreview fileName={chosen.fileName} outcome={chosen.preview} />
            )}
            {send.isError && (
              <ErrorMessage>Nothing was uploaded. {serverMessage(send.error)}</ErrorMessage>
            )}
            {send.isPending ? (
              <Busy>Uploading {formatNumber(chosen.rows.length)} rows…</Busy>
            ) : (
              <Button
                disabled={!canUpload(chosen.preview) || recheck.isError}
                loading={recheck.isPending}
                onClick={withConfirmation(
                  {
                    title: 'Upload CSV',
                    message:
                      'Are you sure you want to upload the data? This is an expert and can corrupt the database.',
                  },
                  () => send.mutate(chosen),
                )}
              >
                Upload
              </Button>
            )}
          </>
        )}
        {send.isSuccess && (
          <SuccessMessage>
            Uploaded: {formatNumber(send.data.created.length)} created,{' '}
            {formatNumber(send.data.changed.length)} changed.
          </SuccessMessage>
        )}
        {/* What went wrong with an undo is of no interest any more once somebody goes on. */}
        <EarlierImports
          kind="upload"
          key={check.submittedAt}
          onChanged={() => {
            send.reset()
            onChanged()
          }}
        />
      </div>
    </Panel>
  )
}

const Busy = ({ children }: { readonly children: React.ReactNode }) => (
  <div role="status" className={`flex-middle ${styles.busy}`}>
    <Loader size="sm" />
    <span>{children}</span>
  </div>
)

/** All rows or none: one rejected row blocks the upload. */
const canUpload = ({ created, changed, refused }: ImportOutcome): boolean =>
  refused.length === 0 && created.length + changed.length > 0

const sentenceOf = (error: Error): string => serverMessage(error) || error.message

interface ColumnChoiceProps {
  readonly type: ItemType
  readonly columns: ColumnChoices
  readonly possible: readonly string[]
  readonly disabled: boolean
  readonly onChange: (columns: ColumnChoices) => void
}

/** The columns of a file that don't exist here: each is skipped, or stands for a field. */
function ColumnChoice({ type, columns, possible, disabled, onChange }: ColumnChoiceProps) {
  const meaning = meaningOf(useQuery(attributeQueries.ofType(type)).data ?? [])
  const headers = Object.keys(columns)
  if (headers.length === 0) return null
  return (
    <fieldset className={styles.columns}>
      <legend className={styles.legend}>
        {headers.length === 1 ? 'One column does' : `${headers.length} columns do`} not exist here.
        Please choose what
        {headers.length === 1 ? ' it stands' : ' they stand'} for.
      </legend>
      {headers.map((header) => (
        <SelectField
          key={header}
          label={`Column “${header}”`}
          value={columns[header] ?? ''}
          options={[
            ['', 'Skip this column'],
            ...possible.map((field) => [field, attributeLabel(meaning(field))] as const),
          ]}
          disabled={disabled}
          onChange={(field) => onChange({ ...columns, [header]: field || null })}
        />
      ))}
    </fieldset>
  )
}
