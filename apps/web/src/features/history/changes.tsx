import { Button, VisuallyHidden } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { infiniteQueryOptions, useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query'
import type { Change, ChangeKind, FieldChange, HistorySubject } from '@vitrine/contract'
import type { ReactNode } from 'react'
import { serverMessage } from '../../client/api-error.ts'
import { call } from '../../client/call.ts'
import { historyKey } from '../../client/queries.ts'
import { LoadFailure } from '../../ui/feedback/list-states.tsx'
import { ErrorMessage } from '../../ui/feedback/message.tsx'
import { Picture } from '../../ui/lists/picture.tsx'
import { RowSkeletons } from '../../ui/lists/row-skeletons.tsx'
import { ChangeText } from '../../ui/text/change-text.tsx'
import { mediumDateTime } from '../../ui/text/format.ts'
import styles from './changes.module.css'

export interface ChangesProps {
  readonly subject: HistorySubject
  readonly id: number
  /** The surrounding form has unsaved edits, which an undo would put in conflict. */
  readonly isEdited?: boolean
  /** Called after an undo, also a rejected one: then there is a newer change. */
  readonly onUndone: () => unknown
}

const kinds: Record<ChangeKind, string> = {
  created: 'Created',
  changed: 'Changed',
  info: 'Info',
  attributes: 'Attributes',
  texts: 'Translation',
  picture: 'Picture',
  pictures: 'Pictures',
  recording: 'Recording',
  visibility: 'Visibility',
  checked: 'Checked',
  archived: 'Archive',
  task: 'Task',
  done: 'Done',
  reopened: 'Reopened',
  moved: 'Moved',
  retired: 'Retired',
  import: 'CSV upload',
  undone: 'Undone',
  restored: 'Restored',
  removed: 'Removed',
  deleted: 'Deleted',
}

const historyOf = (subject: HistorySubject, id: number) =>
  infiniteQueryOptions({
    queryKey: [...historyKey(subject), id],
    queryFn: ({ signal, pageParam: before }) =>
      call('GET /history/:subject/:id', { params: { subject, id }, query: before ? { before } : {} }, { signal }),
    initialPageParam: 0,
    getNextPageParam: ({ changes, hasMore }) => (hasMore ? changes.at(-1)?.id : undefined),
    staleTime: 0,
  })

export function Changes({ subject, id, isEdited = false, onUndone }: ChangesProps) {
  const queries = useQueryClient()
  const history = useInfiniteQuery(historyOf(subject, id))
  const undo = useMutation({
    mutationFn: ({ id: changeId }: Change) => call('POST /history/undo', { body: { subject, id, changeId } }),
    onSuccess: () => notifications.show({ message: 'Change undone.' }),
    onSettled: () =>
      Promise.all([queries.invalidateQueries({ queryKey: historyOf(subject, id).queryKey }), onUndone()]),
  })

  const changes = history.data?.pages.flatMap((page) => page.changes)
  return (
    <>
      {history.isPending && <RowSkeletons label="Loading the history" rows={3} />}
      {history.isError && <LoadFailure what="The history" query={history} />}
      {changes?.length === 0 && <p className={styles.note}>No changes yet.</p>}
      {isEdited && changes?.some(({ state }) => state === 'undoable') && (
        <p className={styles.note}>Save your edits first; then you can undo changes.</p>
      )}
      {changes && (
        <ol className={styles.changes}>
          {changes.map((change) => (
            <li key={change.id} className={styles.change}>
              <div className={styles.head}>
                <span className={styles.kind}>{kinds[change.kind]}</span>
                <span>{change.by || 'Unknown'}</span>
                <time dateTime={change.at} className={styles.when}>
                  {mediumDateTime(change.at)}
                </time>
              </div>
              <WhatChanged change={change} />
              {change.state === 'undoable' && (
                <Button
                  variant="default"
                  size="compact-sm"
                  className={styles.undo ?? ''}
                  aria-label={`Undo this change of ${mediumDateTime(change.at)}`}
                  disabled={isEdited}
                  // Not disabled meanwhile: it would lose the focus.
                  onClick={() => undo.isPending || undo.mutate(change)}
                >
                  {undo.isPending && undo.variables.id === change.id ? 'Undoing...' : 'Undo this change'}
                </Button>
              )}
              {undo.isError && undo.variables.id === change.id && (
                <div className={styles.refusal}>
                  <ErrorMessage>Nothing was undone. {serverMessage(undo.error)}</ErrorMessage>
                </div>
              )}
            </li>
          ))}
        </ol>
      )}
      {history.hasNextPage && (
        <Button variant="subtle" loading={history.isFetchingNextPage} onClick={() => void history.fetchNextPage()}>
          Show earlier changes
        </Button>
      )}
    </>
  )
}

/** The initial values are long and visible in the thing itself: they are collapsed. */
function WhatChanged({ change: { state, fields } }: { readonly change: Change }) {
  if (state === 'unreadable')
    return <p className={styles.note}>This change was stored in a format that this version can’t read.</p>
  if (fields.length === 0) return null
  if (state === 'undoable') return <Fields fields={fields} />
  return (
    <details className={styles.folded}>
      <summary>{fields.length === 1 ? 'Show 1 field' : `Show ${fields.length} fields`}</summary>
      <Fields fields={fields} />
    </details>
  )
}

const Fields = ({ fields }: { readonly fields: readonly FieldChange[] }) => (
  <dl className={styles.fields}>
    {fields.map(({ field, before, after, pictures }) => (
      <div key={`${field} ${after}`} className={styles.field}>
        <dt className={styles.name}>{field}</dt>
        <dd className={styles.value}>
          {pictures ? (
            <ChangedPicture pictures={pictures} before={before} after={after} />
          ) : (
            <ChangeText before={before} after={after} />
          )}
        </dd>
      </div>
    ))}
  </dl>
)

interface ChangedPictureProps extends Pick<FieldChange, 'before' | 'after'> {
  readonly pictures: NonNullable<FieldChange['pictures']>
}

/** The picture before and after, each with its file name; of one that has only moved, from where to where. */
function ChangedPicture({ pictures, before, after }: ChangedPictureProps) {
  if (pictures.before !== null && pictures.before === pictures.after)
    return (
      <Thumbnail name={pictures.before}>
        <ChangeText before={before} after={after} />
      </Thumbnail>
    )
  return (
    <div className={styles.pictures}>
      {pictures.before !== null && (
        <>
          <Thumbnail name={pictures.before}>{before}</Thumbnail>
          <span aria-hidden="true" className={styles.arrow}>
            →
          </span>
          <VisuallyHidden> became </VisuallyHidden>
        </>
      )}
      {pictures.after === null ? (
        <em className={styles.nothing}>nothing</em>
      ) : (
        <Thumbnail name={pictures.after}>{after}</Thumbnail>
      )}
    </div>
  )
}

const Thumbnail = ({ name, children }: { readonly name: string; readonly children: ReactNode }) => (
  <figure className={styles.figure}>
    <span className={styles.picture}>
      <Picture src={`/api/image/earlier/${name}`} alt="" loading="lazy" />
    </span>
    <figcaption className={styles.caption}>{children}</figcaption>
  </figure>
)
