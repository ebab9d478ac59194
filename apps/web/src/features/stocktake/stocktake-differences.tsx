import { IconArrowLeft, IconLock, IconLockOpen } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import {
  type Decision,
  type DifferenceKind,
  differenceKinds,
  resultKinds,
  type Stocktake,
  type StocktakeResult,
} from '@vitrine/contract'
import { useState } from 'react'
import { EmptyState, LoadFailure } from '../../ui/feedback/list-states.tsx'
import { SecondaryButton } from '../../ui/forms/buttons.ts'
import { ToggleButtons } from '../../ui/forms/fields.tsx'
import { TaskDialog } from '../../ui/forms/task-dialog.tsx'
import { Block, PageHeader } from '../../ui/layout/page-parts.tsx'
import { RowSkeletons } from '../../ui/lists/row-skeletons.tsx'
import { formatNumber } from '../../ui/text/format.ts'
import { DecidableRows } from './decidable-rows.tsx'
import { ResultFiles } from './result-files.tsx'
import styles from './stocktake-page.module.css'
import { stocktakeResultQuery } from './stocktake-result-query.ts'
import { StocktakeSummary } from './stocktake-summary.tsx'
import { type DecisionRequest, useDecideDifferences } from './use-decide-differences.ts'

interface StocktakeDifferencesProps {
  readonly stocktake: Stocktake
  readonly onBack: () => void
  readonly onClose: () => void
  readonly onReopen: () => void
}

const kinds = Object.keys(differenceKinds) as DifferenceKind[]

/** The differences of a stocktake, which can be decided before and after its end. */
export function StocktakeDifferences(props: StocktakeDifferencesProps) {
  const { stocktake } = props
  const result = useQuery(stocktakeResultQuery(stocktake.id))
  const [kind, setKind] = useState<DifferenceKind>()
  const [tickedKeys, setTickedKeys] = useState<readonly string[]>([])
  /** Keys of the differences for which the dialog makes a task. */
  const [taskKeys, setTaskKeys] = useState<readonly string[]>([])
  const decide = useDecideDifferences(stocktake.id)

  const sendDecision = (request: DecisionRequest) =>
    decide.mutate(request, {
      onSuccess: () => {
        setTickedKeys([])
        setTaskKeys([])
      },
    })

  const onDecide = (keys: readonly string[], decision: Decision) =>
    decision === 'task' ? setTaskKeys(keys) : sendDecision({ keys, decision })

  const rows = result.data?.filter((row) => row.kind in differenceKinds) ?? []
  const lateRows = result.data?.filter((row) => row.kind === 'late') ?? []
  const deciding = {
    isBusy: decide.isPending,
    ticked: tickedKeys,
    onTick: setTickedKeys,
    onDecide,
  }

  return (
    <>
      <PageHeader title="Differences" actions={<HeaderActions {...props} />} />
      <section className={`surface stack ${styles.stocktake}`}>
        <StocktakeSummary stocktake={stocktake} />
        <ResultFiles stocktake={stocktake} rows={result.data} />
      </section>
      {result.isPending && <RowSkeletons label="Loading the differences" />}
      {result.isError && <LoadFailure what="The differences" query={result} />}
      {result.data && (
        <>
          <KindFilter rows={rows} kind={kind} onChange={setKind} />
          {rows.length === 0 && (
            <EmptyState>There are no differences: everything was seen in its place.</EmptyState>
          )}
          <DecidableRows
            rows={rows.filter((row) => kind === undefined || row.kind === kind)}
            openLabel="undecided"
            {...deciding}
          />
          {lateRows.length > 0 && (
            <Block
              title={`${resultKinds.late} (${formatNumber(lateRows.length)})`}
              className={styles.late ?? ''}
            >
              <p className="note">These change nothing until you count them.</p>
              <DecidableRows rows={lateRows} openLabel="not counted" {...deciding} />
            </Block>
          )}
        </>
      )}
      <TaskDialog
        count={taskKeys.length}
        isBusy={decide.isPending}
        onMake={(task) => sendDecision({ keys: taskKeys, decision: 'task', task })}
        onClose={() => setTaskKeys([])}
      />
    </>
  )
}

function HeaderActions({ stocktake, onBack, onClose, onReopen }: StocktakeDifferencesProps) {
  return (
    <>
      <SecondaryButton
        leftSection={<IconArrowLeft size={16} aria-hidden="true" />}
        onClick={onBack}
      >
        All stocktakes
      </SecondaryButton>
      {stocktake.closedAt === '' ? (
        <SecondaryButton leftSection={<IconLock size={16} aria-hidden="true" />} onClick={onClose}>
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
  )
}

interface KindFilterProps {
  readonly rows: readonly StocktakeResult[]
  /** Undefined for all kinds. */
  readonly kind: DifferenceKind | undefined
  readonly onChange: (kind: DifferenceKind | undefined) => void
}

/** A button per kind of difference, with the number of its rows. */
function KindFilter({ rows, kind, onChange }: KindFilterProps) {
  return (
    <div className={styles.filter}>
      <ToggleButtons
        label="Kind of difference"
        labelHidden
        options={kinds.map((option) => {
          const count = rows.filter((row) => row.kind === option).length
          return { key: option, text: `${differenceKinds[option]} (${formatNumber(count)})` }
        })}
        chosen={kind ? [kind] : []}
        onToggle={(option) => onChange(kind === option ? undefined : option)}
      />
    </div>
  )
}
