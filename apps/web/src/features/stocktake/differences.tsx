import { Checkbox } from '@mantine/core'
import '@mantine/core/styles/Checkbox.layer.css'
import { IconArrowLeft, IconLock } from '@tabler/icons-react'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import {
  type Campaign,
  type Decision,
  type DifferenceKind,
  decisionsFor,
  decisions as decisionWords,
  differenceKinds,
  resultKinds,
} from '@vitrine/contract'
import { useState } from 'react'
import { call } from '../../client/call.ts'
import { query } from '../../client/query.ts'
import { EmptyState, LoadFailure } from '../../ui/feedback/list-states.tsx'
import { offerUndo, showFailure } from '../../ui/feedback/undo-toast.tsx'
import { SecondaryButton } from '../../ui/forms/buttons.ts'
import { ToggleButtons, toggled } from '../../ui/forms/fields.tsx'
import { Block, PageHead } from '../../ui/layout/page-parts.tsx'
import { RowSkeletons } from '../../ui/lists/row-skeletons.tsx'
import { numberText } from '../../ui/text/format.ts'
import { CampaignFacts } from './campaign-facts.tsx'
import { DifferenceRow } from './difference-row.tsx'
import { ResultFiles } from './result-files.tsx'
import styles from './stocktake-page.module.css'

interface DifferencesProps {
  readonly campaign: Campaign
  readonly onBack: () => void
  readonly onClose: () => void
}

const kinds = Object.keys(differenceKinds) as DifferenceKind[]
const shownAtOnce = 200

/** What a stocktake leaves to decide: one at a time, or many at once. */
export function Differences({ campaign, onBack, onClose }: DifferencesProps) {
  const params = { id: campaign.id }
  const queries = useQueryClient()
  const asked = query('GET /stocktake/:id/result', { params })
  const result = useQuery(asked)
  const [kind, setKind] = useState<DifferenceKind>()
  const [ticked, setTicked] = useState<readonly string[]>([])
  const [max, setMax] = useState(shownAtOnce)
  const isOpen = campaign.closedAt === ''
  const refresh = () => queries.invalidateQueries({ queryKey: asked.queryKey })
  const decide = useMutation({
    mutationFn: (body: { keys: string[]; decision: Decision }) => call('POST /stocktake/:id/decide', { params, body }),
    onSuccess: ({ batch, decided, left }, { decision }) => {
      setTicked([])
      const rest = left.length > 0 ? `. Left alone: ${numberText(left.length)} (${left[0]?.reason})` : ''
      offerUndo({
        id: 'stocktake decided',
        message: `${decisionWords[decision].mark}: ${numberText(decided)}${rest}`,
        undo: () => call('POST /stocktake/:id/undo', { params, body: { batch } }).finally(() => void refresh()),
      })
    },
    onError: (error) => showFailure('Nothing was decided.', error),
    onSettled: refresh,
  })

  const rows = result.data?.filter((row) => row.kind !== 'seen' && row.kind !== 'late') ?? []
  const late = result.data?.filter((row) => row.kind === 'late') ?? []
  const shown = rows.filter((row) => kind === undefined || row.kind === kind)
  const open = shown.filter(({ decision }) => isOpen && !decision)
  const chosen = open.filter(({ key }) => ticked.includes(key))
  const choices = (Object.keys(decisionWords) as Decision[]).flatMap((decision) => {
    const keys = chosen.filter((row) => decisionsFor[row.kind].includes(decision)).map(({ key }) => key)
    return keys.length > 0 ? { decision, keys } : []
  })
  return (
    <>
      <PageHead
        title="Differences"
        actions={
          <>
            <SecondaryButton leftSection={<IconArrowLeft size={16} aria-hidden="true" />} onClick={onBack}>
              All stocktakes
            </SecondaryButton>
            {isOpen && (
              <SecondaryButton leftSection={<IconLock size={16} aria-hidden="true" />} onClick={onClose}>
                Close…
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
                text: `${differenceKinds[one]} (${numberText(rows.filter((row) => row.kind === one).length)})`,
              }))}
              chosen={kind ? [kind] : []}
              onToggle={(one) => setKind(kind === one ? undefined : one)}
            />
          </div>
          {rows.length === 0 && <EmptyState>There are no differences: everything was seen in its place.</EmptyState>}
          {open.length > 0 && (
            <div className={`row ${styles.choice}`}>
              <Checkbox
                label={`All ${numberText(open.length)} undecided`}
                checked={chosen.length === open.length}
                indeterminate={chosen.length > 0 && chosen.length < open.length}
                onChange={() => setTicked(chosen.length === open.length ? [] : open.map(({ key }) => key))}
              />
              {choices.map((choice) => (
                <SecondaryButton key={choice.decision} loading={decide.isPending} onClick={() => decide.mutate(choice)}>
                  {decisionWords[choice.decision].action} ({numberText(choice.keys.length)})
                </SecondaryButton>
              ))}
            </div>
          )}
          <ul className="plain-list">
            {shown.slice(0, max).map((row) => (
              <DifferenceRow
                key={row.key}
                row={row}
                deciding={
                  open.includes(row) && {
                    isTicked: ticked.includes(row.key),
                    isBusy: decide.isPending,
                    onTick: () => setTicked(toggled(ticked, row.key)),
                    onDecide: (decision) => decide.mutate({ keys: [row.key], decision }),
                  }
                }
              />
            ))}
          </ul>
          {shown.length > max && (
            <SecondaryButton onClick={() => setMax(max + shownAtOnce)}>
              Show more ({numberText(shown.length - max)})
            </SecondaryButton>
          )}
          {late.length > 0 && (
            <Block title={`${resultKinds.late} (${numberText(late.length)})`}>
              <p className="note">These do not count, and change no item.</p>
              <ul className="plain-list">
                {late.map((row) => (
                  <DifferenceRow key={row.key} row={row} />
                ))}
              </ul>
            </Block>
          )}
        </>
      )}
    </>
  )
}
