import { Button, Checkbox, Loader } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import {
  attributeLabel,
  definitionLookup,
  type ImportOutcome,
  type ItemType,
  inventoryTypes,
} from '@vitrine/contract'
import { useRef, useState } from 'react'
import { getServerMessage } from '../../client/api-error.ts'
import { attributeQueries } from '../../client/queries.ts'
import { callQuery } from '../../client/query.ts'
import { withConfirmation } from '../../ui/feedback/dialogs.ts'
import { ErrorMessage, SuccessMessage } from '../../ui/feedback/message.tsx'
import { SelectField } from '../../ui/forms/fields.tsx'
import { useKeepFocus } from '../../ui/forms/use-keep-focus.ts'
import { Panel } from '../../ui/layout/page-parts.tsx'
import { formatNumber } from '../../ui/text/format.ts'
import { EarlierImports } from './earlier-imports.tsx'
import styles from './import-panel.module.css'
import { ImportPreview } from './import-preview.tsx'
import {
  type CheckedUpload,
  type ColumnMapping,
  type CsvUpload,
  prepareUpload,
  sendUpload,
} from './prepare-upload.ts'
import '@mantine/core/styles/Checkbox.layer.css'

interface ImportPanelProps {
  readonly type: ItemType
  readonly onClose: () => void
  readonly onChanged: () => void
}

// The specification prescribes this message word for word.
const uploadQuestion = {
  title: 'Upload CSV',
  message:
    'Are you sure you want to upload the data? This is an expert and can corrupt the database.',
}

/** Uploads a CSV file after a preview of its changes. */
export function ImportPanel({ type, onClose, onChanged }: ImportPanelProps) {
  const queries = useQueryClient()
  const [upload, setUpload] = useState<CheckedUpload | null>(null)

  const check = useMutation({
    mutationFn: (file: File) => prepareUpload(queries, type, file),
    onMutate: () => setUpload(null),
    onSuccess: setUpload,
  })

  // Previews the same file with another mapping or treatment of empty cells.
  const recheck = useMutation({
    mutationFn: (changed: CheckedUpload) => sendUpload(type, changed, true),
    onMutate: setUpload,
    // Ignores the preview of a file that another one has replaced.
    onSuccess: (preview, { rows }) =>
      setUpload((current) => (current?.rows === rows ? { ...current, preview } : current)),
  })

  const send = useMutation({
    mutationFn: (checked: CsvUpload) => sendUpload(type, checked, false),
    onSuccess: () => {
      check.reset()
      setUpload(null)
      onChanged()
      return queries.invalidateQueries(callQuery('GET /inventory/imports'))
    },
  })

  const fileInput = useRef<HTMLInputElement>(null)
  useKeepFocus(`${check.status} ${send.status}`, fileInput)

  const isBusy = check.isPending || send.isPending

  return (
    <Panel title="Upload CSV" onClose={onClose}>
      <div className={`stack ${styles.body}`}>
        <p className="note">
          Rows are matched to {inventoryTypes[type].many} by <code>identifier</code>; a new
          identifier creates a new {inventoryTypes[type].name.toLowerCase()}. An empty cell keeps
          the item’s value. Nothing is saved before you have seen what would change.
        </p>
        <input
          ref={fileInput}
          type="file"
          accept=".csv,text/csv"
          aria-label="CSV file"
          disabled={isBusy}
          className={styles.chooser}
          // Otherwise the browser would ignore choosing the same, corrected file again.
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
        {check.isPending && <BusyStatus>Reading {check.variables.name}…</BusyStatus>}
        {check.isError && <ErrorMessage>{formatError(check.error)}</ErrorMessage>}
        {upload && (
          <>
            <ColumnMappingFields
              type={type}
              columns={upload.columns}
              possibleFields={upload.possibleFields}
              disabled={send.isPending}
              onChange={(columns) => recheck.mutate({ ...upload, columns })}
            />
            <UploadOptions
              upload={upload}
              disabled={send.isPending}
              onRecheck={recheck.mutate}
              onChange={setUpload}
            />
            {recheck.isError ? (
              <ErrorMessage>{formatError(recheck.error)}</ErrorMessage>
            ) : (
              <ImportPreview fileName={upload.fileName} outcome={upload.preview} />
            )}
            {send.isError && (
              <ErrorMessage>Nothing was uploaded. {getServerMessage(send.error)}</ErrorMessage>
            )}
            {send.isPending ? (
              <BusyStatus>Uploading {formatNumber(upload.rows.length)} rows…</BusyStatus>
            ) : (
              <Button
                disabled={!isReadyToUpload(upload.preview) || recheck.isError}
                loading={recheck.isPending}
                onClick={withConfirmation(uploadQuestion, () => send.mutate(upload))}
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
            {send.variables.withdrawn &&
              send.data.created.length > 0 &&
              ' Visitors do not see the new items yet.'}
          </SuccessMessage>
        )}
        {/* The key hides the outcome of an earlier undo once another file is chosen. */}
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

interface UploadOptionsProps {
  readonly upload: CheckedUpload
  readonly disabled: boolean
  /** Called with options that need a new preview. */
  readonly onRecheck: (upload: CheckedUpload) => void
  /** Called with options that do not change the preview. */
  readonly onChange: (upload: CheckedUpload) => void
}

const UploadOptions = ({ upload, disabled, onRecheck, onChange }: UploadOptionsProps) => (
  <>
    <Checkbox
      label="Empty cells erase"
      description="Values to be erased are shown in red. A name is never erased."
      checked={upload.emptyCells === 'erase'}
      disabled={disabled}
      onChange={({ currentTarget }) =>
        onRecheck({ ...upload, emptyCells: currentTarget.checked ? 'erase' : 'keep' })
      }
    />
    <Checkbox
      label="Hide from visitors until checked"
      description="New items stay hidden until someone shows them. Existing items stay as they are."
      checked={upload.withdrawn}
      disabled={disabled}
      onChange={({ currentTarget }) => onChange({ ...upload, withdrawn: currentTarget.checked })}
    />
  </>
)

const BusyStatus = ({ children }: { readonly children: React.ReactNode }) => (
  <div role="status" className={`flex-middle ${styles.busy}`}>
    <Loader size="sm" />
    <span>{children}</span>
  </div>
)

/** A single refused row blocks the upload, because all rows are uploaded or none. */
const isReadyToUpload = ({ created, changed, refused }: ImportOutcome): boolean =>
  refused.length === 0 && created.length + changed.length > 0

const formatError = (error: Error): string => getServerMessage(error) || error.message

interface ColumnMappingFieldsProps {
  readonly type: ItemType
  readonly columns: ColumnMapping
  readonly possibleFields: readonly string[]
  readonly disabled: boolean
  readonly onChange: (columns: ColumnMapping) => void
}

/** Lets the user map each unknown column to a field, or skip it. */
function ColumnMappingFields({
  type,
  columns,
  possibleFields,
  disabled,
  onChange,
}: ColumnMappingFieldsProps) {
  const getDefinition = definitionLookup(useQuery(attributeQueries.ofType(type)).data ?? [])
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
            ...possibleFields.map(
              (field) => [field, attributeLabel(getDefinition(field))] as const,
            ),
          ]}
          disabled={disabled}
          onChange={(field) => onChange({ ...columns, [header]: field || null })}
        />
      ))}
    </fieldset>
  )
}
