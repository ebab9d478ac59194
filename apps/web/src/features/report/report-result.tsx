import { Title, VisuallyHidden } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { IconCopy, IconDownload } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { formatLongDay, type ReportCitation, type ReportEvent } from '@vitrine/contract'
import { useEffect, useRef, useState } from 'react'
import type { InputOf } from '../../client/address.ts'
import { ApiError, getServerMessage, unreachableMessage } from '../../client/api-error.ts'
import { downloadFile } from '../../client/call.ts'
import { streamCall } from '../../client/stream.ts'
import { AnsweredBy } from '../../ui/feedback/answered-by.tsx'
import { ErrorMessage } from '../../ui/feedback/message.tsx'
import { SecondaryButton } from '../../ui/forms/buttons.ts'
import { copyText, saveFile } from '../../ui/lists/save-file.ts'
import styles from './report.module.css'

const statusTexts: Record<ReportState, string> = {
  idle: '',
  writing: 'The report is being written.',
  done: 'The report is ready.',
  cancelled: 'Cancelled.',
  failed: '',
}

export function ReportResult({
  report: { state, text, citations, engine, request },
}: {
  readonly report: Report
}) {
  const textRef = useRef<HTMLPreElement>(null)
  const heading = useHeadingFocusWhenDone(state)
  const [couldNotCopy, setCouldNotCopy] = useState(false)
  const isComplete = state === 'done'

  const copy = async () => {
    const isCopied = textRef.current !== null && (await copyText(text, textRef.current))
    setCouldNotCopy(!isCopied)
    if (isCopied) notifications.show({ message: 'Copied to the clipboard.' })
  }

  return (
    <section
      aria-label="Result"
      aria-busy={state === 'writing'}
      className={`column ${styles.result}`}
    >
      <VisuallyHidden role="status">{statusTexts[state]}</VisuallyHidden>
      {text !== '' && (
        <>
          <div className="row">
            <Title ref={heading} order={2} tabIndex={-1} className={styles.title ?? ''}>
              Result
            </Title>
            {state !== 'writing' && (
              <>
                <SecondaryButton
                  leftSection={<IconCopy size={16} aria-hidden="true" />}
                  onClick={copy}
                >
                  Copy to Clipboard
                </SecondaryButton>
                <SecondaryButton
                  leftSection={<IconDownload size={16} aria-hidden="true" />}
                  onClick={() =>
                    saveFile(
                      `report_${request?.startDate}_${request?.endDate}.md`,
                      new Blob([`${text.trimEnd()}\n`], { type: 'text/markdown;charset=utf-8' }),
                    )
                  }
                >
                  Download Markdown
                </SecondaryButton>
                {request && <ReportPdf request={request} text={text} />}
              </>
            )}
          </div>
          {couldNotCopy && (
            <ErrorMessage>
              The browser did not allow copying. The text is selected: copy it with the keyboard.
            </ErrorMessage>
          )}
          <pre
            ref={textRef}
            className={`surface ${styles.text}`}
            data-writing={state === 'writing' || undefined}
          >
            <CitedText text={text} citations={citations} />
          </pre>
        </>
      )}
      {state === 'writing' && text === '' && <p className="hint">Reading the entries…</p>}
      {isComplete && engine !== null && (
        <p className="hint">
          <AnsweredBy engine={engine} />
        </p>
      )}
      {state === 'cancelled' && (
        <p className="hint">
          {text === '' ? 'Cancelled.' : 'Cancelled. This report is incomplete.'}
        </p>
      )}
      {state === 'failed' && text !== '' && <p className="hint">This report is incomplete.</p>}
    </section>
  )
}

/** Scrolls to the heading of a finished report and focuses it, unless the user is typing. */
function useHeadingFocusWhenDone(state: ReportState) {
  const heading = useRef<HTMLHeadingElement>(null)

  useEffect(() => {
    if (state !== 'done' || document.activeElement?.matches('input, textarea, select')) return
    heading.current?.scrollIntoView({ block: 'start' })
    heading.current?.focus({ preventScroll: true })
  }, [state])

  return heading
}

interface ReportPdfProps {
  readonly request: ReportInput
  readonly text: string
}

function ReportPdf({ request: { startDate, endDate, lang }, text }: ReportPdfProps) {
  const print = useMutation({
    mutationFn: () =>
      downloadFile('POST /journal/report/pdf', {
        body: { report: text, startDate, endDate, lang },
      }),
    onSuccess: (file) => saveFile(`report_${startDate}_${endDate}.pdf`, file),
  })

  return (
    <>
      <SecondaryButton
        loading={print.isPending}
        leftSection={<IconDownload size={16} aria-hidden="true" />}
        onClick={() => print.mutate()}
      >
        Download PDF
      </SecondaryButton>
      {print.isError && (
        <ErrorMessage>The PDF could not be created. {getServerMessage(print.error)}</ErrorMessage>
      )}
    </>
  )
}

interface CitedTextProps {
  readonly text: string
  readonly citations: readonly ReportCitation[]
}

/** A report with links from its lines to the entries. The link numbers are not copied with it. */
function CitedText({ text, citations }: CitedTextProps) {
  if (citations.length === 0) return text

  const numbersByEntry = numberEntries(citations)
  const lines = text.split('\n')
  const passages = splitAtCitations(citations)

  return (
    <>
      {passages.map(({ from, to, entries }) => (
        <span key={from}>
          {lines.slice(from, to).join('\n')}
          {entries.map(({ id, date }) => (
            <Link
              key={id}
              to="/journal"
              search={{ entry: id }}
              className={styles.citation ?? ''}
              data-number={numbersByEntry.get(id)}
              aria-label={`Entry of ${formatLongDay(date, 'en')}`}
              title={formatLongDay(date, 'en')}
            />
          ))}
          {to < lines.length && '\n'}
        </span>
      ))}
      {lines.slice(passages.at(-1)?.to).join('\n')}
    </>
  )
}

/** Numbers the cited entries from 1, in the order of their first citation. */
function numberEntries(citations: readonly ReportCitation[]): ReadonlyMap<number, number> {
  const numbersByEntry = new Map<number, number>()
  for (const { entries } of citations)
    for (const { id } of entries)
      if (!numbersByEntry.has(id)) numbersByEntry.set(id, numbersByEntry.size + 1)
  return numbersByEntry
}

interface CitedPassage {
  /** Line indexes; `to` is exclusive. */
  readonly from: number
  readonly to: number
  readonly entries: ReportCitation['entries']
}

/** Splits a report into passages that each end with a cited line. */
function splitAtCitations(citations: readonly ReportCitation[]): CitedPassage[] {
  const passages: CitedPassage[] = []
  let from = 0
  for (const { line, entries } of citations) {
    passages.push({ from, to: line + 1, entries })
    from = line + 1
  }

  return passages
}

export type ReportState = 'idle' | 'writing' | 'done' | 'cancelled' | 'failed'

export interface Report {
  readonly state: ReportState
  readonly text: string
  readonly citations: readonly ReportCitation[]
  readonly engine: string | null
  readonly error: unknown
  readonly request: ReportInput | null
}

const emptyReport: Report = {
  state: 'idle',
  text: '',
  citations: [],
  engine: null,
  error: null,
  request: null,
}

/** The report while it is written, and the previous complete one in case the new one fails. */
export function useReport() {
  const [report, setReport] = useState(emptyReport)
  const [previousReport, setPreviousReport] = useState<Report | null>(null)
  const controllerRef = useRef<AbortController>(null)
  useEffect(() => () => controllerRef.current?.abort(), [])

  const generate = async (request: ReportInput) => {
    controllerRef.current?.abort()
    const controller = new AbortController()
    controllerRef.current = controller
    const { signal } = controller
    const update = (changes: Partial<Report>) =>
      setReport((old) => (controllerRef.current === controller ? { ...old, ...changes } : old))
    if (report.state === 'done') setPreviousReport(report)
    setReport({ ...emptyReport, state: 'writing', request })
    try {
      let text = ''
      const engine = await generateReport(request, {
        signal,
        onText: (piece) => {
          text += piece
          update({ text })
        },
        onCitations: (citations) => update({ citations }),
      })
      update({ state: 'done', engine })
    } catch (error) {
      update(signal.aborted ? { state: 'cancelled' } : { state: 'failed', error })
    }
  }

  return { report, previousReport, generate, cancel: () => controllerRef.current?.abort() }
}

export type ReportInput = InputOf<'POST /journal/report'>['body']

interface ReportListener {
  readonly signal: AbortSignal
  readonly onText: (piece: string) => void
  readonly onCitations: (citations: readonly ReportCitation[]) => void
}

/** Requests a report and passes its text on while it is written. Resolves to the engine's name. */
export async function generateReport(
  body: ReportInput,
  { signal, onText, onCitations }: ReportListener,
): Promise<string> {
  let engine: string | null = null

  const completeAnswer = await streamCall(
    'POST /journal/report',
    { body },
    {
      signal,
      onEvent({ event, data }) {
        const message = { event, data: JSON.parse(data) } as ReportEvent
        if (message.event === 'delta') onText(message.data.text)
        if (message.event === 'citations') onCitations(message.data.citations)
        if (message.event === 'done') engine = message.data.engine
        if (message.event === 'error')
          throw new ApiError(message.data.statusCode, message.data.message)
      },
    },
  )
  if (completeAnswer) {
    onText(completeAnswer.report)
    onCitations(completeAnswer.citations)
    return completeAnswer.engine
  }

  // The connection ended early: an incomplete report must not look complete.
  if (engine === null) throw new ApiError(0, unreachableMessage)

  return engine
}
