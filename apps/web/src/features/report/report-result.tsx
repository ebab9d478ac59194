import { Title, VisuallyHidden } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { IconCopy, IconDownload } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { formatLongDay, type ReportCitation } from '@vitrine/contract'
import { useEffect, useRef, useState } from 'react'
import { getServerMessage } from '../../client/api-error.ts'
import { downloadFile } from '../../client/call.ts'
import { AnsweredBy } from '../../ui/feedback/answered-by.tsx'
import { ErrorMessage } from '../../ui/feedback/message.tsx'
import { SecondaryButton } from '../../ui/forms/buttons.ts'
import { copyText, saveFile } from '../../ui/lists/save-file.ts'
import styles from './report.module.css'
import type { Report, ReportInput, ReportState } from './use-report.ts'

/** Announced to screen readers; failures have an alert of their own. */
const statusTexts: Record<ReportState, string> = {
  idle: '',
  writing: 'The report is being written.',
  done: 'The report is ready.',
  cancelled: 'Cancelled.',
  failed: '',
}

interface ReportProps {
  readonly report: Report
}

export function ReportResult({ report }: ReportProps) {
  const { state, text, citations, engine } = report
  const textRef = useRef<HTMLPreElement>(null)
  const heading = useHeadingFocusWhenDone(state)
  const [couldNotCopy, setCouldNotCopy] = useState(false)

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
            {state !== 'writing' && <ReportButtons report={report} onCopy={copy} />}
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
      {state === 'done' && engine !== null && (
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

interface ReportButtonsProps extends ReportProps {
  readonly onCopy: () => void
}

/** Buttons to copy the report or to save it as a file. */
function ReportButtons({ report: { text, request }, onCopy }: ReportButtonsProps) {
  const saveMarkdown = () =>
    saveFile(
      `report_${request?.startDate}_${request?.endDate}.md`,
      new Blob([`${text.trimEnd()}\n`], { type: 'text/markdown;charset=utf-8' }),
    )

  return (
    <>
      <SecondaryButton leftSection={<IconCopy size={16} aria-hidden="true" />} onClick={onCopy}>
        Copy to Clipboard
      </SecondaryButton>
      <SecondaryButton
        leftSection={<IconDownload size={16} aria-hidden="true" />}
        onClick={saveMarkdown}
      >
        Download Markdown
      </SecondaryButton>
      {request && <ReportPdf request={request} text={text} />}
    </>
  )
}

/** Scrolls to the heading of a finished report and focuses it, unless the user is typing. */
function useHeadingFocusWhenDone(state: ReportState) {
  const heading = useRef<HTMLHeadingElement>(null)

  useEffect(() => {
    const isTyping = document.activeElement?.matches('input, textarea, select')
    if (state !== 'done' || isTyping) return
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

/**
 * A report with links from its lines to the entries. The style sheet adds the numbers of the links,
 * so that they are not copied.
 */
function CitedText({ text, citations }: CitedTextProps) {
  if (citations.length === 0) return text

  const numbersByEntryId = numberEntries(citations)
  const lines = text.split('\n')
  const passages = splitAtCitations(citations)

  return (
    <>
      {passages.map(({ startLine, endLine, entries }) => (
        <span key={startLine}>
          {lines.slice(startLine, endLine).join('\n')}
          {entries.map(({ id, date }) => (
            <Link
              key={id}
              to="/journal"
              search={{ entry: id }}
              className={styles.citation ?? ''}
              data-number={numbersByEntryId.get(id)}
              aria-label={`Entry of ${formatLongDay(date, 'en')}`}
              title={formatLongDay(date, 'en')}
            />
          ))}
          {endLine < lines.length && '\n'}
        </span>
      ))}
      {lines.slice(passages.at(-1)?.endLine).join('\n')}
    </>
  )
}

/** Numbers the cited entries from 1, in the order of their first citation. */
function numberEntries(citations: readonly ReportCitation[]): ReadonlyMap<number, number> {
  const numbersByEntryId = new Map<number, number>()
  for (const { id } of citations.flatMap(({ entries }) => entries)) {
    if (!numbersByEntryId.has(id)) numbersByEntryId.set(id, numbersByEntryId.size + 1)
  }
  return numbersByEntryId
}

interface CitedPassage {
  /** Line indexes; `endLine` is exclusive. */
  readonly startLine: number
  readonly endLine: number
  readonly entries: ReportCitation['entries']
}

/** Splits a report into passages that each end with a cited line. */
function splitAtCitations(citations: readonly ReportCitation[]): CitedPassage[] {
  const passages: CitedPassage[] = []
  let startLine = 0
  for (const { line, entries } of citations) {
    const endLine = line + 1
    passages.push({ startLine, endLine, entries })
    startLine = endLine
  }
  return passages
}
