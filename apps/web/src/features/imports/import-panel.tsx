import { Button, Loader } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type ImportOutcome, importLimits, inventoryTypes, type TypesWith } from '@vitrine/contract'
import { useRef, useState } from 'react'
import { serverMessage } from '../../client/api-error.ts'
import { call } from '../../client/call.ts'
import { ErrorMessage, SuccessMessage } from '../../ui/feedback/message.tsx'
import { askToConfirm } from '../../ui/forms/ask-to-confirm.tsx'
import { useKeepFocus } from '../../ui/forms/use-keep-focus.ts'
import { Panel } from '../../ui/layout/panel.tsx'
import { numberText } from '../../ui/lists/count-text.ts'
import { EarlierImports } from './earlier-imports.tsx'
import styles from './import-panel.module.css'
import { ImportPreview } from './import-preview.tsx'
import { importsQueries } from './imports-queries.ts'
import type { Csv } from './read-csv.ts'

interface ImportPanelProps {
  readonly type: TypesWith<'csvUpload'>
  readonly onClose: () => void
  /** Called when items were created, changed or brought back. */
  readonly onChanged: () => void
}

interface Chosen extends Csv {
  readonly fileName: string
  readonly preview: ImportOutcome
}

export function ImportPanel({ type, onClose, onChanged }: ImportPanelProps) {
  const queries = useQueryClient()
  // Remounts the file input after use: otherwise the same file, corrected, could not be chosen again.
  const [round, setRound] = useState(0)
  const check = useMutation({
    mutationFn: (file: File) => checkFile(type, file),
    onSettled: () => setRound((count) => count + 1),
  })
  const send = useMutation({
    mutationFn: ({ fileName, rows, rowNumbers }: Chosen) =>
      call(`POST /inventory/${type}/upload`, { body: { data: rows, rowNumbers, fileName } }),
    onSuccess: () => {
      check.reset()
      onChanged()
      return queries.invalidateQueries({ queryKey: importsQueries.list.queryKey })
    },
  })

  const askAndSend = async (chosen: Chosen) => {
    const sure = await askToConfirm({
      title: 'Upload CSV',
      message: 'Are you sure you want to upload the data? This is an expert and can corrupt the database.',
    })
    if (sure) send.mutate(chosen)
  }

  const chooser = useRef<HTMLInputElement>(null)
  useKeepFocus(`${check.status} ${send.status}`, chooser)

  const chosen = check.data
  const isBusy = check.isPending || send.isPending
  return (
    <Panel title="Upload CSV" onClose={onClose}>
      <div className={styles.body}>
        <p className={styles.hint}>
          Rows are matched to {inventoryTypes[type].many} by <code>identifier</code>; a new identifier creates a new{' '}
          {inventoryTypes[type].name.toLowerCase()}. Nothing is saved until you have seen what would change.
        </p>
        <input
          key={round}
          ref={chooser}
          type="file"
          accept=".csv,text/csv"
          aria-label="CSV file"
          disabled={isBusy}
          className={styles.chooser}
          onChange={(event) => {
            const file = event.currentTarget.files?.[0]
            send.reset()
            if (file) check.mutate(file)
          }}
        />
        {check.isPending && <Busy>Reading {check.variables.name}…</Busy>}
        {check.isError && <ErrorMessage>{sentenceOf(check.error)}</ErrorMessage>}
        {chosen && (
          <>
            <ImportPreview fileName={chosen.fileName} outcome={chosen.preview} />
            {send.isError && <ErrorMessage>Nothing was uploaded. {serverMessage(send.error)}</ErrorMessage>}
            {send.isPending ? (
              <Busy>Uploading {numberText(chosen.rows.length)} rows…</Busy>
            ) : (
              <Button disabled={!canUpload(chosen.preview)} onClick={() => askAndSend(chosen)}>
                Upload
              </Button>
            )}
          </>
        )}
        {send.isSuccess && (
          <SuccessMessage>
            Uploaded: {numberText(send.data.created.length)} created, {numberText(send.data.changed.length)} changed.
          </SuccessMessage>
        )}
        {/* What went wrong with an undo is of no interest any more once somebody goes on. */}
        <EarlierImports
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
  <div role="status" className={styles.busy}>
    <Loader size="sm" />
    <span>{children}</span>
  </div>
)

/** All rows or none: one rejected row blocks the upload. */
const canUpload = ({ created, changed, refused }: ImportOutcome): boolean =>
  refused.length === 0 && created.length + changed.length > 0

/** Reads the file here and has the server tell what it would do. */
async function checkFile(type: TypesWith<'csvUpload'>, file: File): Promise<Chosen> {
  if (file.size > importLimits.bytes) throw new Error(tooLarge)
  // Rarely used: loaded when a file is chosen.
  const { readCsv } = await import('./read-csv.ts')
  const { rows, rowNumbers } = readCsv(await file.arrayBuffer())
  // On its way every cell carries the name of its column, and every row its number.
  const names = Object.keys(rows[0] ?? {}).reduce((sum, name) => sum + name.length + 6, 7)
  if (file.size + names * rows.length > importLimits.bytes) throw new Error(tooLarge)
  const preview = await call(`POST /inventory/${type}/upload`, {
    body: { data: rows, rowNumbers, dryRun: true, fileName: file.name },
  })
  return { fileName: file.name, rows, rowNumbers, preview }
}

const tooLarge = `The file is too large to upload at once: at most ${importLimits.bytes / 1024 / 1024} MB, counting the column names for every row. Please split it into smaller files.`

const sentenceOf = (error: Error): string => serverMessage(error) || error.message
