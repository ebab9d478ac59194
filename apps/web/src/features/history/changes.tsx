import { Button, VisuallyHidden } from '@mantine/core'
import {
  infiniteQueryOptions,
  useInfiniteQuery,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query'
import type { Change, ChangeKind, FieldChange, HistorySubject } from '@vitrine/contract'
import { type ReactNode, useId } from 'react'
import { serverMessage } from '../../client/api-error.ts'
import { call } from '../../client/call.ts'
import { historyKey } from '../../client/queries.ts'
import { LoadFailure } from '../../ui/feedback/list-states.tsx'
import { ErrorMessage } from '../../ui/feedback/message.tsx'
import { Picture } from '../../ui/lists/picture.tsx'
import { RowSkeletons } from '../../ui/lists/row-skeletons.tsx'
import { ChangeText } from '../../ui/text/change-text.tsx'
import { formatDateTime } from '../../ui/text/format.ts'
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
      call(
        'GET /history/:subject/:id',
        { params: { subject, id }, query: before ? { before } : {} },
        { signal },
      ),
    initialPageParam: 0,
    getNextPageParam: ({ changes, hasMore }) => (hasMore ? changes.at(-1)?.id : undefined),
    staleTime: 0,
  })

/**
 * What to bring back: all that a change did, one field as it was before it, or everything as it was
 * before it.
 */
interface Earlier {
  readonly change: Change
  readonly how: 'undo' | 'restore'
  readonly field?: FieldChange
}

const isSame = (a: Earlier, b: Earlier): boolean =>
  a.change.id === b.change.id && a.how === b.how && a.field?.field === b.field?.field

function useTakingBack(
  { subject, id, isEdited = false, onUndone }: ChangesProps,
  newest: number | undefined,
) {
  const queries = useQueryClient()
  const { mutate, variables, status, error } = useMutation({
    mutationFn: ({ change, how, field }: Earlier) => {
      const body = { subject, id, changeId: change.id }
      return how === 'undo'
        ? call('POST /history/undo', { body })
        : call('POST /history/restore', { body: { ...body, path: field?.path, newest } })
    },
    onSettled: () =>
      Promise.all([
        queries.invalidateQueries({ queryKey: historyOf(subject, id).queryKey }),
        onUndone(),
      ]),
  })
  return {
    isEdited,
    statusOf: (earlier: Earlier) => (variables && isSame(variables, earlier) ? status : 'idle'),
    error,
    start: (earlier: Earlier) => status === 'pending' || mutate(earlier),
  }
}
type TakingBack = ReturnType<typeof useTakingBack>

export function Changes(props: ChangesProps) {
  const { subject, id, isEdited = false } = props
  const history = useInfiniteQuery(historyOf(subject, id))
  const changes = history.data?.pages.flatMap((page) => page.changes)
  const takingBack = useTakingBack(props, changes?.[0]?.id)
  return (
    <>
      {history.isPending && <RowSkeletons label="Loading the history" rows={3} />}
      {history.isError && <LoadFailure what="The history" query={history} />}
      {changes?.length === 0 && <p className={styles.note}>No changes yet.</p>}
      {isEdited && changes?.some(({ state, restorable }) => state === 'undoable' || restorable) && (
        <p className={styles.note}>Save your edits first; then you can undo and restore.</p>
      )}
      {changes && (
        <ol className={styles.changes}>
          {changes.map((change, index) => (
            <li key={change.id} className={styles.change}>
              <div className={styles.head}>
                <span className={styles.kind}>{kinds[change.kind]}</span>
                <span>{change.by || 'Unknown'}</span>
                <time dateTime={change.at} className={styles.when}>
                  {formatDateTime(change.at)}
                </time>
              </div>
              <WhatChanged change={change} takingBack={takingBack} />
              <ChangeActions change={change} isNewest={index === 0} takingBack={takingBack} />
            </li>
          ))}
        </ol>
      )}
      {history.hasNextPage && (
        <Button
          variant="subtle"
          loading={history.isFetchingNextPage}
          onClick={() => void history.fetchNextPage()}
        >
          Show earlier changes
        </Button>
      )}
    </>
  )
}

interface ChangeProps {
  readonly change: Change
  readonly takingBack: TakingBack
}

/** Why there is no button. */
const whyNot: Partial<Record<Change['state'], string>> = {
  'changed-since': 'Changed again since',
  'taken-back': 'Taken back since',
}

function ChangeActions({
  change,
  isNewest,
  takingBack,
}: ChangeProps & { readonly isNewest: boolean }) {
  const when = formatDateTime(change.at)
  const undo = { change, how: 'undo' } as const
  const restore = { change, how: 'restore' } as const
  return (
    <div className={styles.actions}>
      {change.state === 'undoable' || takingBack.statusOf(undo) !== 'idle' ? (
        <TakeBack earlier={undo} takingBack={takingBack} label={`Undo this change of ${when}`}>
          Undo this change
        </TakeBack>
      ) : (
        whyNot[change.state] && <span className={styles.note}>{whyNot[change.state]}</span>
      )}
      {/* To undo the newest change is the same. */}
      {((change.restorable && !(isNewest && change.state === 'undoable')) ||
        takingBack.statusOf(restore) !== 'idle') && (
        <TakeBack
          earlier={restore}
          takingBack={takingBack}
          label={`Restore everything as before this change of ${when}`}
        >
          Restore everything as before
        </TakeBack>
      )}
    </div>
  )
}

interface TakeBackProps {
  readonly earlier: Earlier
  readonly takingBack: TakingBack
  /** Its accessible name, or what describes it. */
  readonly label?: string
  readonly describedBy?: string
  readonly children: string
}

const words = {
  undo: { pending: 'Undoing...', success: 'Change undone.', error: 'Nothing was undone.' },
  restore: { pending: 'Restoring...', success: 'Restored.', error: 'Nothing was restored.' },
}

/** A button, and in its place what came of it. */
function TakeBack({ earlier, takingBack, label, describedBy, children }: TakeBackProps) {
  const status = takingBack.statusOf(earlier)
  const said = words[earlier.how]
  if (status === 'success')
    return (
      <span ref={takeFocus} role="status" tabIndex={-1} className={styles.done}>
        {said.success}
      </span>
    )
  return (
    <>
      <Button
        variant={earlier.how === 'undo' ? 'default' : 'subtle'}
        size="compact-sm"
        className={(earlier.how === 'restore' && styles.quiet) || ''}
        aria-label={label}
        aria-describedby={describedBy}
        disabled={takingBack.isEdited}
        // Not disabled meanwhile: it would lose the focus.
        onClick={() => takingBack.start(earlier)}
      >
        {status === 'pending' ? said.pending : children}
      </Button>
      {status === 'error' && (
        <div className={styles.refusal}>
          <ErrorMessage>
            {said.error} {serverMessage(takingBack.error)}
          </ErrorMessage>
        </div>
      )}
    </>
  )
}

/** The button that had the focus is gone. */
const takeFocus = (element: HTMLElement | null) => element?.focus({ preventScroll: true })

/** The initial values are long and visible in the thing itself: they are collapsed. */
function WhatChanged({ change, takingBack }: ChangeProps) {
  const { state, fields } = change
  if (state === 'unreadable')
    return (
      <p className={styles.note}>
        This change was stored in a format that this version can’t read.
      </p>
    )
  if (fields.length === 0) return null
  const list = <ChangedFields change={change} takingBack={takingBack} />
  if (state !== 'beginning') return list
  return (
    <details className={styles.folded}>
      <summary>{fields.length === 1 ? 'Show 1 field' : `Show ${fields.length} fields`}</summary>
      {list}
    </details>
  )
}

const ChangedFields = ({ change, takingBack }: ChangeProps) => (
  <dl className={styles.fields}>
    {change.fields.map((field) => (
      <ChangedField
        key={`${field.field} ${field.after}`}
        field={field}
        change={change}
        takingBack={takingBack}
      />
    ))}
  </dl>
)

function ChangedField({
  field,
  change,
  takingBack,
}: ChangeProps & { readonly field: FieldChange }) {
  const { field: name, before, after, pictures, path } = field
  const id = useId()
  const earlier = { change, how: 'restore', field } as const
  return (
    <div className={styles.field}>
      <dt id={id} className={styles.name}>
        {name}
      </dt>
      <dd className={styles.value}>
        {pictures ? (
          <ChangedPicture pictures={pictures} before={before} after={after} />
        ) : (
          <ChangeText before={before} after={after} />
        )}
        {(path || takingBack.statusOf(earlier) !== 'idle') && (
          <div className={styles.restore}>
            <TakeBack earlier={earlier} takingBack={takingBack} describedBy={id}>
              Restore this value
            </TakeBack>
          </div>
        )}
      </dd>
    </div>
  )
}

interface ChangedPictureProps extends Pick<FieldChange, 'before' | 'after'> {
  readonly pictures: NonNullable<FieldChange['pictures']>
}

/**
 * The picture before and after, each with its file name; of one that has only moved, from where to
 * where.
 */
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
