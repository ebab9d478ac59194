import { Anchor, Checkbox } from '@mantine/core'
import '@mantine/core/styles/Checkbox.layer.css'
import { IconArrowLeft, IconDownload, IconLock } from '@tabler/icons-react'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import {
  type AssistantLanguage,
  assistantLanguages,
  type Campaign,
  clocksDiffer,
  conditionNames,
  type Decision,
  type DifferenceKind,
  decisionsFor,
  decisions as decisionWords,
  defaultReportLanguage,
  differenceKinds,
  minuteOf,
} from '@vitrine/contract'
import { useState } from 'react'
import { call, download } from '../../client/call.ts'
import { EmptyState, LoadFailure } from '../../ui/feedback/list-states.tsx'
import { offerUndo, showFailure } from '../../ui/feedback/undo-toast.tsx'
import { SecondaryButton, SmallButton } from '../../ui/forms/buttons.ts'
import { LanguageSelect, ToggleButtons, toggled } from '../../ui/forms/fields.tsx'
import { PageHead } from '../../ui/layout/page-parts.tsx'
import { CsvDownload } from '../../ui/lists/csv-download.tsx'
import { RowSkeletons } from '../../ui/lists/row-skeletons.tsx'
import { saveFile } from '../../ui/lists/save-file.ts'
import { numberText } from '../../ui/text/format.ts'
import { CampaignFacts } from './campaign-facts.tsx'
import { type ResultRow, readResult, resultKey, toCsv } from './result.ts'
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
  const queries = useQueryClient()
  const result = useQuery({
    queryKey: resultKey(campaign.id),
    queryFn: ({ signal }) => readResult(campaign.id, signal),
  })
  const [kind, setKind] = useState<DifferenceKind>()
  const [ticked, setTicked] = useState<readonly string[]>([])
  const [max, setMax] = useState(shownAtOnce)
  const isOpen = campaign.closedAt === ''
  const refresh = () => queries.invalidateQueries({ queryKey: resultKey(campaign.id) })
  const params = { id: campaign.id }
  const decide = useMutation({
    mutationFn: (body: { keys: string[]; decision: Decision }) => call('POST /stocktake/:id/decide', { params, body }),
    onSuccess: ({ batch, decided, left }, { decision }) => {
      setTicked([])
      offerUndo({
        id: 'stocktake decided',
        message: `${decisionWords[decision].mark}: ${numberText(decided)}${left.length > 0 ? `. Left alone: ${numberText(left.length)} (${left[0]?.reason})` : ''}`,
        undo: () => call('POST /stocktake/:id/undo', { params, body: { batch } }).finally(() => void refresh()),
      })
    },
    onError: (error) => showFailure('Nothing was decided.', error),
    onSettled: refresh,
  })

  const rows = result.data?.differences ?? []
  const shown = rows.filter((row) => kind === undefined || row.kind === kind)
  const open = shown.filter(({ decision }) => !decision)
  const chosen = open.filter(({ key }) => ticked.includes(key))
  const possible = (Object.keys(decisionWords) as Decision[]).filter((one) =>
    chosen.some((row) => decisionsFor[row.kind].includes(one)),
  )
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
      <section className={`surface ${styles.campaign}`}>
        <CampaignFacts campaign={campaign} />
        <div className="row">
          <ReportPdf campaign={campaign} />
          <CsvDownload
            fileName={`stocktake_${campaign.id}.csv`}
            initialDelimiter="semicolon"
            disabled={!result.data}
            rows={() => (result.data ? toCsv(result.data) : [])}
          />
        </div>
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
          {isOpen && open.length > 0 && (
            <div className={`row ${styles.choice}`}>
              <Checkbox
                label={`All ${numberText(open.length)} undecided`}
                checked={chosen.length === open.length}
                indeterminate={chosen.length > 0 && chosen.length < open.length}
                onChange={() => setTicked(chosen.length === open.length ? [] : open.map(({ key }) => key))}
              />
              {possible.map((decision) => {
                const keys = chosen.filter((row) => decisionsFor[row.kind].includes(decision)).map(({ key }) => key)
                return (
                  <SecondaryButton
                    key={decision}
                    loading={decide.isPending}
                    onClick={() => decide.mutate({ keys, decision })}
                  >
                    {decisionWords[decision].action} ({numberText(keys.length)})
                  </SecondaryButton>
                )
              })}
            </div>
          )}
          <ul className={`plain-list ${styles.differences}`}>
            {shown.slice(0, max).map((row) => (
              <Row
                key={row.key}
                row={row}
                isOpen={isOpen}
                isTicked={ticked.includes(row.key)}
                isBusy={decide.isPending}
                onTick={() => setTicked(toggled(ticked, row.key))}
                onDecide={(decision) => decide.mutate({ keys: [row.key], decision })}
              />
            ))}
          </ul>
          {shown.length > max && (
            <SecondaryButton onClick={() => setMax(max + shownAtOnce)}>
              Show more ({numberText(shown.length - max)})
            </SecondaryButton>
          )}
        </>
      )}
    </>
  )
}

interface RowProps {
  readonly row: ResultRow
  readonly isOpen: boolean
  readonly isTicked: boolean
  readonly isBusy: boolean
  readonly onTick: () => void
  readonly onDecide: (decision: Decision) => void
}

function Row({ row, isOpen, isTicked, isBusy, onTick, onDecide }: RowProps) {
  const { kind, itemId, identifier, name, expected, seen, fact, decision } = row
  const isUndecided = isOpen && !decision
  return (
    <li className={styles.difference}>
      {isUndecided ? (
        <Checkbox aria-label={`Choose ${identifier}`} checked={isTicked} onChange={onTick} />
      ) : (
        <span aria-hidden="true" />
      )}
      <div className={styles.what}>
        <span className={styles.kind} data-kind={kind}>
          {differenceKinds[kind]}
        </span>{' '}
        {itemId === null ? (
          <strong>{identifier}</strong>
        ) : (
          <Anchor component={Link} to={`/inventory-detail/${itemId}`}>
            <strong>{identifier}</strong> {name}
          </Anchor>
        )}
        <p className="hint">
          {kind !== 'unknown' && `Expected: ${expected || 'no place noted'}`}
          {fact &&
            `${kind === 'unknown' ? '' : ' · '}Seen: ${seen || 'no place'}, ${minuteOf(new Date(fact.seenAt))} by ${fact.by}`}
          {fact && clocksDiffer(fact.seenAt, fact.receivedAt) && ` · Received: ${minuteOf(new Date(fact.receivedAt))}`}
        </p>
        {fact?.condition && (
          <p>
            {conditionNames[fact.condition]}
            {fact.remark && `: ${fact.remark}`}
            {fact.photo && ' · A photo is among the item’s pictures'}
          </p>
        )}
      </div>
      <div className={`row ${styles.actions}`}>
        {decision ? (
          <span className="quiet">
            {decisionWords[decision.decision].mark}, {decision.by}
          </span>
        ) : (
          isOpen &&
          decisionsFor[kind].map((one) => (
            <SmallButton key={one} disabled={isBusy} onClick={() => onDecide(one)}>
              {decisionWords[one].action}
            </SmallButton>
          ))
        )}
      </div>
    </li>
  )
}

function ReportPdf({ campaign: { id, name } }: { readonly campaign: Campaign }) {
  const [lang, setLang] = useState<AssistantLanguage>(defaultReportLanguage)
  const print = useMutation({
    mutationFn: () => download('GET /stocktake/:id/report', { params: { id }, query: { lang } }),
    onSuccess: (file) => saveFile(`${name} – Stocktake.pdf`, file),
    onError: (error) => showFailure('The report was not made.', error),
  })
  return (
    <>
      <LanguageSelect
        aria-label="Language of the report"
        languages={assistantLanguages}
        value={lang}
        onChange={setLang}
      />
      <SecondaryButton
        loading={print.isPending}
        leftSection={<IconDownload size={16} aria-hidden="true" />}
        onClick={() => print.mutate()}
      >
        Report (PDF)
      </SecondaryButton>
    </>
  )
}
