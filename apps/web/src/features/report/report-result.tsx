import { Title, VisuallyHidden } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { IconCopy, IconDownload } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { dayInWords, type ReportCitation } from '@vitrine/contract'
import { useRef, useState } from 'react'
import { serverMessage } from '../../client/api-error.ts'
import { download } from '../../client/call.ts'
import { AnsweredBy } from '../../ui/feedback/answered-by.tsx'
import { ErrorMessage } from '../../ui/feedback/message.tsx'
import { SecondaryButton } from '../../ui/forms/buttons.ts'
import { copyText, saveFile } from '../../ui/lists/save-file.ts'
import styles from './report.module.css'
import type { Report, ReportInput, ReportState } from './use-report.ts'

const statusTexts: Record<ReportState, string> = {
  idle: '',
  writing: 'The report is being written.',
  done: 'The report is ready.',
  cancelled: 'Cancelled.',
  failed: '',
}

export function ReportResult({ report: { state, text, citations, engine, request } }: { readonly report: Report }) {
  const shown = useRef<HTMLPreElement>(null)
  const [couldNotCopy, setCouldNotCopy] = useState(false)
  const isWhole = state === 'done'

  const copy = async () => {
    const worked = shown.current !== null && (await copyText(text, shown.current))
    setCouldNotCopy(!worked)
    if (worked) notifications.show({ message: 'Copied to the clipboard.' })
  }

  return (
    <section aria-label="Result" aria-busy={state === 'writing'} className={`column ${styles.result}`}>
      <VisuallyHidden role="status">{statusTexts[state]}</VisuallyHidden>
      {text !== '' && (
        <>
          <div className="row">
            <Title order={2} className={styles.title ?? ''}>
              Result
            </Title>
            {state !== 'writing' && (
              <>
                <SecondaryButton leftSection={<IconCopy size={16} aria-hidden="true" />} onClick={copy}>
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
          <pre ref={shown} className={`surface ${styles.text}`} data-writing={state === 'writing' || undefined}>
            <CitedText text={text} citations={citations} />
          </pre>
        </>
      )}
      {state === 'writing' && text === '' && <p className="hint">Reading the entries…</p>}
      {isWhole && engine !== null && (
        <p className="hint">
          <AnsweredBy engine={engine} />
        </p>
      )}
      {state === 'cancelled' && (
        <p className="hint">{text === '' ? 'Cancelled.' : 'Cancelled. This report is incomplete.'}</p>
      )}
      {state === 'failed' && text !== '' && <p className="hint">This report is incomplete.</p>}
    </section>
  )
}

interface ReportPdfProps {
  readonly request: ReportInput
  readonly text: string
}

function ReportPdf({ request: { startDate, endDate, lang }, text }: ReportPdfProps) {
  const print = useMutation({
    mutationFn: () => download('POST /journal/report/pdf', { body: { report: text, startDate, endDate, lang } }),
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
      {print.isError && <ErrorMessage>The PDF could not be created. {serverMessage(print.error)}</ErrorMessage>}
    </>
  )
}

interface CitedTextProps {
  readonly text: string
  readonly citations: readonly ReportCitation[]
}

/** A report whose lines lead to their entries. The numbers are not part of the text and are not copied with it. */
function CitedText({ text, citations }: CitedTextProps) {
  if (citations.length === 0) return text
  const numbers = new Map<number, number>()
  for (const { entries } of citations)
    for (const { id } of entries) if (!numbers.has(id)) numbers.set(id, numbers.size + 1)
  const lines = text.split('\n')
  const parts: { readonly from: number; readonly to: number; readonly entries: ReportCitation['entries'] }[] = []
  let from = 0
  for (const { line, entries } of citations) {
    parts.push({ from, to: line + 1, entries })
    from = line + 1
  }
  return (
    <>
      {parts.map(({ from: first, to, entries }) => (
        <span key={first}>
          {lines.slice(first, to).join('\n')}
          {entries.map(({ id, date }) => (
            <Link
              key={id}
              to="/journal"
              search={{ entry: id }}
              className={styles.citation ?? ''}
              data-number={numbers.get(id)}
              aria-label={`Entry of ${dayInWords(date, 'en')}`}
              title={dayInWords(date, 'en')}
            />
          ))}
          {to < lines.length && '\n'}
        </span>
      ))}
      {lines.slice(from).join('\n')}
    </>
  )
}
