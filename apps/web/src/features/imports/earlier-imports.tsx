import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { ImportKind, ImportSummary } from '@vitrine/contract'
import { useId, useRef } from 'react'
import { getServerMessage } from '../../client/api-error.ts'
import { call } from '../../client/call.ts'
import { callQuery } from '../../client/query.ts'
import { SkippedItems } from '../../ui/feedback/bulk-outcome.tsx'
import { askToConfirm } from '../../ui/feedback/dialogs.ts'
import { LoadFailure } from '../../ui/feedback/list-states.tsx'
import { ErrorMessage, SuccessMessage } from '../../ui/feedback/message.tsx'
import { SmallButton } from '../../ui/forms/buttons.ts'
import { useKeepFocus } from '../../ui/forms/use-keep-focus.ts'
import { formatDateTime, formatNumber } from '../../ui/text/format.ts'
import styles from './earlier-imports.module.css'

interface EarlierImportsProps {
  readonly kind: ImportKind
  readonly onChanged: () => void
}

const importTexts = {
  upload: {
    heading: 'Earlier uploads',
    title: 'Undo upload',
    fallbackName: 'CSV file',
    formatQuestion: ({ fileName }) =>
      `Undo everything “${fileName || 'CSV file'}” created and changed?`,
  },
  change: {
    heading: 'Earlier changes of many items',
    title: 'Undo change',
    fallbackName: 'Change',
    formatQuestion: ({ changed }) =>
      `Undo this change of ${changed === 1 ? 'one item' : `${formatNumber(changed)} items`}?`,
  },
} as const satisfies Record<
  ImportKind,
  { formatQuestion: (upload: ImportSummary) => string } & Record<string, unknown>
>

/** Earlier uploads or changes of many items, each of which can be undone. */
export function EarlierImports({ kind, onChanged }: EarlierImportsProps) {
  const texts = importTexts[kind]
  const formatName = ({ fileName }: ImportSummary): string => fileName || texts.fallbackName
  const headingId = useId()
  const queries = useQueryClient()
  const list = useQuery(callQuery('GET /inventory/imports'))

  const undo = useMutation({
    mutationFn: (upload: ImportSummary) =>
      call('POST /inventory/imports/undo', { body: { importId: upload.id } }),
    onSuccess: onChanged,
    onSettled: () => queries.invalidateQueries(callQuery('GET /inventory/imports')),
  })

  const heading = useRef<HTMLHeadingElement>(null)
  const undoneCount = list.data?.filter(({ undone }) => undone).length
  // The button that had the focus disappears after an undo.
  useKeepFocus(`${undo.status} ${undoneCount}`, heading)

  const askAndUndo = async (upload: ImportSummary) => {
    const isConfirmed = await askToConfirm({
      title: texts.title,
      message: `${texts.formatQuestion(upload)} Items changed since then stay as they are.`,
    })
    if (isConfirmed) undo.mutate(upload)
  }

  if (list.isError) return <LoadFailure what="The list of uploads" query={list} />

  const imports = list.data?.filter((summary) => summary.kind === kind) ?? []
  if (imports.length === 0) return null

  return (
    <section aria-labelledby={headingId} className={`column ${styles.section}`}>
      <h3 id={headingId} ref={heading} tabIndex={-1} className={styles.heading}>
        {texts.heading}
      </h3>
      {undo.isError && (
        <ErrorMessage>Nothing was undone. {getServerMessage(undo.error)}</ErrorMessage>
      )}
      {undo.isSuccess && (
        <SuccessMessage>
          {formatNumber(undo.data.restored)} {undo.data.restored === 1 ? 'item was' : 'items were'}{' '}
          reverted.
          {undo.data.left.length > 0 && <SkippedItems left={undo.data.left} />}
        </SuccessMessage>
      )}
      <ul className={`plain-list ${styles.list}`}>
        {imports.map((upload) => (
          <li key={upload.id} className={`flex-middle ${styles.upload}`}>
            <div className={styles.what}>
              <span className="breakable">{formatName(upload)}</span>
              <span className="quiet">
                {formatDateTime(upload.at)}, {upload.by}:{' '}
                {kind === 'upload' && `${formatNumber(upload.created)} created, `}
                {formatNumber(upload.changed)} changed
              </span>
            </div>
            {upload.undone ? (
              <span className="quiet">
                Undone by {upload.undone.by}, {formatDateTime(upload.undone.at)}
              </span>
            ) : (
              <SmallButton
                aria-label={`Undo ${formatName(upload)}`}
                loading={undo.isPending && undo.variables.id === upload.id}
                onClick={() => askAndUndo(upload)}
              >
                Undo
              </SmallButton>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}
