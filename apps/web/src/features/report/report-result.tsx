import { Title, VisuallyHidden } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { IconCopy, IconDownload } from '@tabler/icons-react'
import { useRef, useState } from 'react'
import { AnsweredBy } from '../../ui/feedback/answered-by.tsx'
import { ErrorMessage } from '../../ui/feedback/message.tsx'
import { SecondaryButton } from '../../ui/forms/buttons.ts'
import { saveFile } from '../../ui/lists/save-file.ts'
import { copyText } from '../../ui/text/copy-text.ts'
import { CitedText } from './cited-text.tsx'
import { ReportPdf } from './report-pdf.tsx'
import styles from './report-result.module.css'
import type { Report, ReportState } from './use-report.ts'

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
    <section aria-label="Result" aria-busy={state === 'writing'} className={styles.result}>
      <VisuallyHidden role="status">{statusTexts[state]}</VisuallyHidden>
      {text !== '' && (
        <>
          <div className={styles.head}>
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
          <pre ref={shown} className={styles.text} data-writing={state === 'writing' || undefined}>
            <CitedText text={text} citations={citations} />
          </pre>
        </>
      )}
      {state === 'writing' && text === '' && <p className={styles.note}>Reading the entries…</p>}
      {isWhole && engine !== null && (
        <p className={styles.note}>
          <AnsweredBy engine={engine} />
        </p>
      )}
      {state === 'cancelled' && (
        <p className={styles.note}>{text === '' ? 'Cancelled.' : 'Cancelled. This report is incomplete.'}</p>
      )}
      {state === 'failed' && text !== '' && <p className={styles.note}>This report is incomplete.</p>}
    </section>
  )
}
