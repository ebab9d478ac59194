import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useLocation } from '@tanstack/react-router'
import { type ConditionCheck, conditionNames } from '@vitrine/contract'
import { type ReactNode, useMemo, useRef, useState } from 'react'
import { call } from '../../client/call.ts'
import { cancelAndInvalidate, historyKey } from '../../client/queries.ts'
import { callQuery } from '../../client/query.ts'
import { LoadFailure } from '../../ui/feedback/list-states.tsx'
import { showFailure } from '../../ui/feedback/undo-toast.tsx'
import { SmallButton } from '../../ui/forms/buttons.ts'
import { useHasDraft } from '../../ui/forms/drafts.ts'
import type { RenderHistory } from '../../ui/forms/edit-form.tsx'
import { useKeepFocus } from '../../ui/forms/use-keep-focus.ts'
import { lazyWithFallback } from '../../ui/layout/lazy-with-fallback.tsx'
import { Block } from '../../ui/layout/page-parts.tsx'
import { RowSkeletons } from '../../ui/lists/row-skeletons.tsx'
import { useShowLinkedRecord } from '../../ui/lists/use-show-linked-record.ts'
import { formatDate } from '../../ui/text/format.ts'
import { CheckEntry } from './check-entry.tsx'
import { ConditionForm, newCheckDraftName } from './condition-form.tsx'
import { listPhotos } from './condition-photos.tsx'
import styles from './item-conditions.module.css'

const ConditionReportLink = lazyWithFallback(
  async () => (await import('./condition-report-link.tsx')).ConditionReportLink,
)

const PhotoComparison = lazyWithFallback(
  async () => (await import('./photo-comparison.tsx')).PhotoComparison,
)

interface ItemConditionsProps {
  readonly itemId: number
  readonly identifier: string
  /** Archived items cannot be checked. */
  readonly isArchived: boolean
  /** Whether the form is open initially. */
  readonly startsChecking: boolean
  readonly onChanged: () => Promise<void>
  readonly renderHistory: RenderHistory
}

/** The latest condition check of an item, the earlier ones, and a form for a new one. */
export function ItemConditions(props: ItemConditionsProps) {
  const { itemId, identifier, isArchived, startsChecking, onChanged, renderHistory } = props
  const queries = useQueryClient()
  const query = callQuery('GET /inventory/conditions/:id', { params: { id: itemId } })
  const conditions = useQuery(query)
  const hasDraft = useHasDraft(newCheckDraftName(itemId))
  const [isChecking, setChecking] = useState((startsChecking || hasDraft) && !isArchived)
  const checkButton = useRef<HTMLButtonElement>(null)
  useKeepFocus(String(isChecking), checkButton)
  useShowLinkedRecord('condition', conditions.isSuccess)

  const refresh = async () => {
    const keys = [query.queryKey, historyKey('condition')]
    await Promise.all([onChanged(), ...keys.map((key) => cancelAndInvalidate(queries, key))])
  }

  const restore = useMutation({
    mutationFn: (id: number) =>
      call('POST /inventory/remove-condition', { body: { id, removed: false } }),
    onError: (error) => showFailure('The condition check was not restored.', error),
    onSettled: refresh,
  })
  const restorableChecks = conditions.data?.removed.filter(({ mayEdit }) => mayEdit) ?? []

  return (
    <Block
      title="Condition"
      actions={
        !(isArchived || isChecking) && (
          <SmallButton ref={checkButton} onClick={() => setChecking(true)}>
            Check condition
          </SmallButton>
        )
      }
    >
      <div className={`column ${styles.panel}`}>
        {isChecking && (
          <div id="condition-new" className={styles.checks}>
            <ConditionForm
              itemId={itemId}
              autoFocus={startsChecking || !hasDraft}
              onSaved={refresh}
              onClose={() => setChecking(false)}
            />
          </div>
        )}
        {conditions.isPending && <RowSkeletons label="Loading the condition checks" rows={3} />}
        {conditions.isError && <LoadFailure what="The condition checks" query={conditions} />}
        {conditions.data?.checks.length === 0 && !isChecking && (
          <p className="note">No condition checks yet.</p>
        )}
        {conditions.data && (
          <CheckList
            checks={conditions.data.checks}
            report={
              !isArchived && (
                <ConditionReportLink
                  ids={[itemId]}
                  fileName={`${identifier} – Condition report.pdf`}
                />
              )
            }
            onChanged={refresh}
            renderHistory={renderHistory}
          />
        )}
        {restorableChecks.length > 0 && (
          <RemovedChecks
            checks={restorableChecks}
            isRestoring={restore.isPending}
            onRestore={restore.mutate}
          />
        )}
      </div>
    </Block>
  )
}

interface RemovedChecksProps {
  readonly checks: readonly ConditionCheck[]
  readonly isRestoring: boolean
  readonly onRestore: (id: number) => void
}

const RemovedChecks = ({ checks, isRestoring, onRestore }: RemovedChecksProps) => (
  <details>
    <summary className="quiet">Recently deleted ({checks.length})</summary>
    <ul className="plain-list stack">
      {checks.map(({ id, state, day }) => (
        <li key={id} className="row">
          {conditionNames[state]}, {formatDate(day)}
          <SmallButton loading={isRestoring} onClick={() => onRestore(id)}>
            Restore
          </SmallButton>
        </li>
      ))}
    </ul>
  </details>
)

/** Number of checks that are shown at first; a button shows the others. */
const maxInitialChecks = 6

interface CheckListProps {
  readonly checks: readonly ConditionCheck[]
  /** A link that prints the checks, if they can be printed. */
  readonly report: ReactNode
  readonly onChanged: () => Promise<void>
  readonly renderHistory: RenderHistory
}

/** The checks, newest first, with a comparison of their photos. */
function CheckList({ checks, report, ...entryProps }: CheckListProps) {
  /** Position of the check to which the address points; -1 if there is none. */
  const linkedIndex = useLocation({
    select: ({ hash }) => checks.findIndex(({ id }) => hash === `condition-${id}`),
  })
  const [showsAll, setShowsAll] = useState(linkedIndex >= maxInitialChecks)
  const [isComparing, setComparing] = useState(false)
  const photos = useMemo(() => listPhotos(checks), [checks])
  const shownChecks = showsAll ? checks : checks.slice(0, maxInitialChecks)

  return (
    <>
      <ul className={`plain-list ${styles.checks}`}>
        {shownChecks.map((check, index) => (
          <CheckEntry
            key={check.id}
            check={check}
            photos={photos}
            isOpen={index === 0 || index === linkedIndex}
            {...entryProps}
          />
        ))}
      </ul>
      <div className="row no-print">
        {shownChecks.length < checks.length && (
          <SmallButton onClick={() => setShowsAll(true)}>
            Show {checks.length - shownChecks.length} earlier
          </SmallButton>
        )}
        {photos.length > 1 && (
          <SmallButton onClick={() => setComparing(true)}>Compare photos</SmallButton>
        )}
        {report}
      </div>
      <PhotoComparison photos={photos} opened={isComparing} onClose={() => setComparing(false)} />
    </>
  )
}
