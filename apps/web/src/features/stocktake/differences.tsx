import { IconArrowLeft, IconLock, IconLockOpen } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import {
  type Campaign,
  type Decision,
  type DifferenceKind,
  differenceKinds,
  resultKinds,
} from '@vitrine/contract'
import { useState } from 'react'
import { EmptyState, LoadFailure } from '../../ui/feedback/list-states.tsx'
import { SecondaryButton } from '../../ui/forms/buttons.ts'
import { ToggleButtons } from '../../ui/forms/fields.tsx'
import { Block, PageHeader } from '../../ui/layout/page-parts.tsx'
import { RowSkeletons } from '../../ui/lists/row-skeletons.tsx'
import { formatNumber } from '../../ui/text/format.ts'
import { CampaignFacts } from './campaign-facts.tsx'
import { DecidableRows } from './decidable-rows.tsx'
import { ResultFiles } from './result-files.tsx'
import { resultQuery } from './result-query.ts'
import styles from './stocktake-page.module.css'
import { TaskDialog } from './task-dialog.tsx'
import { type Order, useDecisions } from './use-decisions.ts'

interface DifferencesProps {
  readonly campaign: Campaign
  readonly onBack: () => void
  readonly onClose: () => void
  readonly onReopen: () => void
}

const kinds = Object.keys(differenceKinds) as DifferenceKind[]

/** What a stocktake leaves to decide, also after its end. */
export function Differences({ campaign, onBack, onClose, onReopen }: DifferencesProps) {
  const result = useQuery(resultQuery(campaign.id))
  const [kind, setKind] = useState<DifferenceKind>()
  const [ticked, setTicked] = useState<readonly string[]>([])
  const [tasksFor, setTasksFor] = useState<readonly string[]>([])
  const decide = useDecisions(campaign.id)
  const act = (order: Order) =>
    decide.mutate(order, {
      onSuccess: () => {
        setTicked([])
        setTasksFor([])
      },
    })
  const onDecide = (keys: readonly string[], decision: Decision) =>
    decision === 'task' ? setTasksFor(keys) : act({ keys, decision })

  const rows = result.data?.filter((row) => row.kind in differenceKinds) ?? []
  const late = result.data?.filter((row) => row.kind === 'late') ?? []
  const deciding = { isBusy: decide.isPending, ticked, onTick: setTicked, onDecide }
  return (
    <>
      <PageHeader
        title="Differences"
        actions={
          <>
            <SecondaryButton
              leftSection={<IconArrowLeft size={16} aria-hidden="true" />}
              onClick={onBack}
            >
              All stocktakes
            </SecondaryButton>
            {campaign.closedAt === '' ? (
              <SecondaryButton
                leftSection={<IconLock size={16} aria-hidden="true" />}
                onClick={onClose}
              >
                Close…
              </SecondaryButton>
            ) : (
              <SecondaryButton
                leftSection={<IconLockOpen size={16} aria-hidden="true" />}
                onClick={onReopen}
              >
                Reopen…
              </SecondaryButton>
            )}
          </>
        }
      />
      <section className={`surface stack ${styles.campaign}`}>
        <CampaignFacts campaign={campaign} />
        <ResultFiles campaign={campaign} rows={result.data} />
      </section>
      {result.isPending && <RowSkeletons label="Loading the differences" />}
      {result.isError && <LoadFailure what="The differences" query={result} />}
      {result.data && (
        <>
          <div className={styles.filter}>
            <ToggleButtons
              label="Kind of difference"
              labelHidden
              options={kinds.map((one) => ({
                key: one,
                text: `${differenceKinds[one]} (${formatNumber(rows.filter((row) => row.kind === one).length)})`,
              }))}
              chosen={kind ? [kind] : []}
              onToggle={(one) => setKind(kind === one ? undefined : one)}
            />
          </div>
          {rows.length === 0 && (
            <EmptyState>There are no differences: everything was seen in its place.</EmptyState>
          )}
          <DecidableRows
            rows={rows.filter((row) => kind === undefined || row.kind === kind)}
            open="undecided"
            {...deciding}
          />
          {late.length > 0 && (
            <Block
              title={`${resultKinds.late} (${formatNumber(late.length)})`}
              className={styles.late ?? ''}
            >
              <p className="note">These change nothing until you count them.</p>
              <DecidableRows rows={late} open="not counted" {...deciding} />
            </Block>
          )}
        </>
      )}
      <TaskDialog
        count={tasksFor.length}
        isBusy={decide.isPending}
        onMake={(task) => act({ keys: tasksFor, decision: 'task', task })}
        onClose={() => setTasksFor([])}
      />
    </>
  )
}
