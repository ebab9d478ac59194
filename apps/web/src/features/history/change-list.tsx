import { Button, VisuallyHidden } from '@mantine/core'
import {
  infiniteQueryOptions,
  useInfiniteQuery,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query'
import type { Change, ChangeKind, FieldChange, HistorySubject } from '@vitrine/contract'
import { type ReactNode, useId } from 'react'
import { getServerMessage } from '../../client/api-error.ts'
import { call } from '../../client/call.ts'
import { historyKey } from '../../client/queries.ts'
import { LoadFailure } from '../../ui/feedback/list-states.tsx'
import { ErrorMessage } from '../../ui/feedback/message.tsx'
import { Picture } from '../../ui/lists/picture.tsx'
import { RowSkeletons } from '../../ui/lists/row-skeletons.tsx'
import { ChangeText } from '../../ui/text/change-text.tsx'
import { formatDateTime } from '../../ui/text/format.ts'
import styles from './change-list.module.css'

export interface ChangeListProps {
  readonly subject: HistorySubject
  readonly id: number
  /** Whether the surrounding form has unsaved edits, which would conflict with an undo. */
  readonly isEdited?: boolean
  /** Called after an undo, even a rejected one, which means that there is a newer change. */
  readonly onUndone: () => unknown
}

export const kindLabels: Record<ChangeKind, string> = {
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

const historyQuery = (subject: HistorySubject, id: number) =>
  infiniteQueryOptions({
    queryKey: [...historyKey(subject), id],
    queryFn: ({ signal, pageParam: beforeId }) =>
      call(
        'GET /history/:subject/:id',
        { params: { subject, id }, query: beforeId ? { before: beforeId } : {} },
        { signal },
      ),
    // No id: the first page starts with the newest change.
    initialPageParam: 0,
    getNextPageParam: ({ changes, hasMore }) => (hasMore ? changes.at(-1)?.id : undefined),
    staleTime: 0,
  })

/**
 * A request to undo a change, to restore everything as before it, or, with a field, to restore only
 * that field.
 */
interface RevertRequest {
  readonly change: Change
  readonly how: 'undo' | 'restore'
  readonly field?: FieldChange
}

const isSameRequest = (a: RevertRequest, b: RevertRequest): boolean =>
  a.change.id === b.change.id && a.how === b.how && a.field?.field === b.field?.field

interface RevertOptions extends ChangeListProps {
  /** Id of the newest change in the list, so that a restore is rejected if there is a newer one. */
  readonly newestId?: number | undefined
}

/** Undoes and restores changes of one record, and knows the outcome of the latest request. */
export function useRevert({ subject, id, isEdited = false, onUndone, newestId }: RevertOptions) {
  const queries = useQueryClient()

  const { mutate, variables, status, error } = useMutation({
    mutationFn: ({ change, how, field }: RevertRequest) => {
      const body = { subject, id, changeId: change.id }
      return how === 'undo'
        ? call('POST /history/undo', { body })
        : call('POST /history/restore', { body: { ...body, path: field?.path, newest: newestId } })
    },
    onSettled: () =>
      Promise.all([
        queries.invalidateQueries({ queryKey: historyQuery(subject, id).queryKey }),
        onUndone(),
      ]),
  })

  return {
    isEdited,
    getStatus: (request: RevertRequest) =>
      variables && isSameRequest(variables, request) ? status : 'idle',
    error,
    start: (request: RevertRequest) => status === 'pending' || mutate(request),
  }
}

type Revert = ReturnType<typeof useRevert>

export function ChangeList(props: ChangeListProps) {
  const { subject, id, isEdited = false } = props
  const history = useInfiniteQuery(historyQuery(subject, id))
  const changes = history.data?.pages.flatMap((page) => page.changes)
  const revert = useRevert({ ...props, newestId: changes?.[0]?.id })

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
                <span className={styles.kind}>{kindLabels[change.kind]}</span>
                <span>{change.by || 'Unknown'}</span>
                <time dateTime={change.at} className={styles.when}>
                  {formatDateTime(change.at)}
                </time>
              </div>
              <ChangeDetails change={change} revert={revert} />
              <ChangeActions change={change} isNewest={index === 0} revert={revert} />
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
  readonly revert: Revert
}

/** Shown instead of a button for changes that cannot be undone. */
const blockedReasons: Partial<Record<Change['state'], string>> = {
  'changed-since': 'Changed again since',
  'taken-back': 'Undone since',
}

export function ChangeActions({
  change,
  isNewest,
  revert,
}: ChangeProps & { readonly isNewest: boolean }) {
  const when = formatDateTime(change.at)
  const undo = { change, how: 'undo' } as const
  const restore = { change, how: 'restore' } as const

  // For the newest change, undoing and restoring are the same.
  const isSameAsUndo = isNewest && change.state === 'undoable'
  // A button stays until its outcome is seen, although the change can then no longer be reverted.
  const showsUndo = change.state === 'undoable' || revert.getStatus(undo) !== 'idle'
  const showsRestore = (change.restorable && !isSameAsUndo) || revert.getStatus(restore) !== 'idle'

  return (
    <div className={styles.actions}>
      {showsUndo ? (
        <RevertButton request={undo} revert={revert} label={`Undo this change of ${when}`}>
          Undo this change
        </RevertButton>
      ) : (
        blockedReasons[change.state] && (
          <span className={styles.note}>{blockedReasons[change.state]}</span>
        )
      )}
      {showsRestore && (
        <RevertButton
          request={restore}
          revert={revert}
          label={`Restore everything as before this change of ${when}`}
        >
          Restore everything as before
        </RevertButton>
      )}
    </div>
  )
}

interface RevertButtonProps {
  readonly request: RevertRequest
  readonly revert: Revert
  /** The accessible name; otherwise `describedBy` completes the button's text. */
  readonly label?: string
  readonly describedBy?: string
  readonly children: string
}

const revertTexts = {
  undo: { pending: 'Undoing...', success: 'Change undone.', error: 'Nothing was undone.' },
  restore: { pending: 'Restoring...', success: 'Restored.', error: 'Nothing was restored.' },
}

/** A button that undoes or restores, and is replaced by its outcome. */
function RevertButton({ request, revert, label, describedBy, children }: RevertButtonProps) {
  const status = revert.getStatus(request)
  const texts = revertTexts[request.how]

  if (status === 'success')
    return (
      <span ref={focusOnMount} role="status" tabIndex={-1} className={styles.done}>
        {texts.success}
      </span>
    )

  return (
    <>
      <Button
        variant={request.how === 'undo' ? 'default' : 'subtle'}
        size="compact-sm"
        className={(request.how === 'restore' && styles.quiet) || ''}
        aria-label={label}
        aria-describedby={describedBy}
        disabled={revert.isEdited}
        // Stays enabled while pending, because a disabled button loses the focus.
        onClick={() => revert.start(request)}
      >
        {status === 'pending' ? texts.pending : children}
      </Button>
      {status === 'error' && (
        <div className={styles.refusal}>
          <ErrorMessage>
            {texts.error} {getServerMessage(revert.error)}
          </ErrorMessage>
        </div>
      )}
    </>
  )
}

/** Ref callback: moves the focus to an outcome, which replaces the button that had it. */
export const focusOnMount = (element: HTMLElement | null) => element?.focus({ preventScroll: true })

interface ChangeDetailsProps extends ChangeProps {
  /** If more fields have changed, they are collapsed. */
  readonly maxOpenFields?: number
}

/** The changed fields. Initial values are collapsed: they are long, and visible in the record itself. */
export function ChangeDetails({
  change,
  revert,
  maxOpenFields = Number.POSITIVE_INFINITY,
}: ChangeDetailsProps) {
  const { state, fields } = change

  if (state === 'unreadable')
    return (
      <p className={styles.note}>
        This change was stored in a format that this version can’t read.
      </p>
    )

  if (fields.length === 0) return null

  const isInitial = state === 'beginning'
  const list = <ChangedFields change={change} revert={revert} />
  if (!isInitial && fields.length <= maxOpenFields) return list

  return (
    <details className={styles.folded}>
      <summary>{fields.length === 1 ? 'Show 1 field' : `Show ${fields.length} fields`}</summary>
      {list}
    </details>
  )
}

const ChangedFields = ({ change, revert }: ChangeProps) => (
  <dl className={styles.fields}>
    {change.fields.map((field) => (
      <ChangedField
        key={`${field.field} ${field.after}`}
        field={field}
        change={change}
        revert={revert}
      />
    ))}
  </dl>
)

function ChangedField({ field, change, revert }: ChangeProps & { readonly field: FieldChange }) {
  const { field: name, before, after, pictures, path } = field
  const id = useId()
  const request = { change, how: 'restore', field } as const
  // Also shown after a restore, for its outcome.
  const showsRestore = path !== undefined || revert.getStatus(request) !== 'idle'

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
        {showsRestore && (
          <div className={styles.restore}>
            <RevertButton request={request} revert={revert} describedBy={id}>
              {formatRestore(field)}
            </RevertButton>
          </div>
        )}
      </dd>
    </div>
  )
}

/** Longer values are not repeated on their button. */
const maxNamedLength = 30

function formatRestore({ before, pictures }: FieldChange): string {
  // Not empty, and without a line break or a space at its beginning.
  const isSingleLine = /^\S[^\n]*$/.test(before)
  const isNamed = !pictures && isSingleLine && before.length <= maxNamedLength
  return isNamed ? `Restore ${before}` : 'Restore this value'
}

interface ChangedPictureProps extends Pick<FieldChange, 'before' | 'after'> {
  readonly pictures: NonNullable<FieldChange['pictures']>
}

/** The picture before and after, with file names; for a moved picture, its old and new position. */
function ChangedPicture({ pictures, before, after }: ChangedPictureProps) {
  if (pictures.before !== null && pictures.before === pictures.after)
    return (
      <PictureThumbnail name={pictures.before}>
        <ChangeText before={before} after={after} />
      </PictureThumbnail>
    )

  return (
    <div className={styles.pictures}>
      {pictures.before !== null && (
        <>
          <PictureThumbnail name={pictures.before}>{before}</PictureThumbnail>
          <span aria-hidden="true" className={styles.arrow}>
            →
          </span>
          <VisuallyHidden> became </VisuallyHidden>
        </>
      )}
      {pictures.after === null ? (
        <em className={styles.nothing}>nothing</em>
      ) : (
        <PictureThumbnail name={pictures.after}>{after}</PictureThumbnail>
      )}
    </div>
  )
}

const PictureThumbnail = ({
  name,
  children,
}: {
  readonly name: string
  readonly children: ReactNode
}) => (
  <figure className={styles.figure}>
    <span className={styles.picture}>
      <Picture src={`/api/image/earlier/${name}`} alt="" loading="lazy" />
    </span>
    <figcaption className={styles.caption}>{children}</figcaption>
  </figure>
)
