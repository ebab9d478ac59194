import { TextInput, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import {
  type AssistantLanguage,
  defaultReportLanguage,
  groupThousands,
  type JournalTag,
  maxInstructionsLength,
  toDay,
} from '@vitrine/contract'
import { type FormEvent, useState } from 'react'
import { ApiError } from '../../client/api-error.ts'
import { query } from '../../client/query.ts'
import { ErrorMessage, SuccessMessage } from '../../ui/feedback/message.tsx'
import { CancellableSubmit } from '../../ui/forms/cancellable-submit.tsx'
import { LanguageSelect, TextArea, ToggleButtons, toggleInList } from '../../ui/forms/fields.tsx'
import { PageHeader } from '../../ui/layout/page-parts.tsx'
import styles from './report.module.css'
import { type ReportInput, ReportResult, useReport } from './report-result.tsx'

export function ReportPage({ tags }: { readonly tags: readonly JournalTag[] | undefined }) {
  const { report, kept, generate, cancel } = useReport()
  const isEarlier = kept !== null && (report.state === 'failed' || report.state === 'cancelled')
  return (
    <>
      <PageHeader title="Report" />
      <div className={`column ${styles.page}`}>
        <GenerateCard
          tags={tags}
          isWriting={report.state === 'writing'}
          onGenerate={generate}
          onCancel={cancel}
        />
        {report.state === 'failed' && <ErrorMessage>{reportFailure(report.error)}</ErrorMessage>}
        {isEarlier && <SuccessMessage>The report below is the previous one.</SuccessMessage>}
        {report.state !== 'idle' && <ReportResult report={isEarlier ? kept : report} />}
      </div>
    </>
  )
}

/** What went wrong; with the server's own sentence where it is about what was asked for. */
export function reportFailure(error: unknown): string {
  const isAboutTheQuestion = error instanceof ApiError && error.status >= 400 && error.status < 500
  return isAboutTheQuestion
    ? `Failed to generate report. ${error.message}`
    : 'Failed to generate report.'
}

interface GenerateCardProps {
  readonly tags: readonly JournalTag[] | undefined
  readonly isWriting: boolean
  readonly onGenerate: (request: ReportInput) => void
  readonly onCancel: () => void
}

const languages: readonly AssistantLanguage[] = ['en', 'fr', 'de']

const firstOfYear = (day: string): string => `${day.slice(0, 4)}-01-01`

function GenerateCard({ tags, isWriting, onGenerate, onCancel }: GenerateCardProps) {
  // Must not be refetched while they are being edited.
  const never = { staleTime: Number.POSITIVE_INFINITY }
  const { data: prefilled } = useQuery({ ...query('GET /journal/report/instructions'), ...never })
  const { data: abilities } = useQuery({ ...query('GET /journal/assistant'), ...never })
  const [startDate, setStart] = useState(() => firstOfYear(toDay(new Date())))
  const [endDate, setEnd] = useState(() => toDay(new Date()))
  const [chosen, setChosen] = useState<readonly number[]>([])
  const [lang, setLang] = useState(defaultReportLanguage)
  const [typed, setTyped] = useState<string | null>(null)
  const reportInstructions = typed ?? prefilled?.instructions ?? ''

  const isBackwards = startDate !== '' && endDate !== '' && endDate < startDate
  const isTooLong = reportInstructions.length > maxInstructionsLength
  const isReady = startDate !== '' && endDate !== '' && !isBackwards && !isTooLong && !isWriting

  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!isReady) return
    const known = chosen.filter((id) => tags?.some((tag) => tag.id === id))
    onGenerate({ tags: known, startDate, endDate, lang, reportInstructions })
  }

  return (
    <form
      onSubmit={submit}
      noValidate
      className={`surface ${styles.card}`}
      aria-label="Generate"
      aria-busy={isWriting}
    >
      <Title order={2} className={styles.wide ?? ''}>
        Generate
      </Title>
      <TextInput
        type="date"
        label="Start date"
        required
        value={startDate}
        onChange={(event) => setStart(event.currentTarget.value)}
      />
      <TextInput
        type="date"
        label="End date"
        required
        value={endDate}
        error={isBackwards && 'The end date is before the start date.'}
        onChange={(event) => setEnd(event.currentTarget.value)}
      />
      {tags?.length !== 0 && (
        <div className={styles.wide}>
          <ToggleButtons
            label="Tags"
            inTwoLines
            toSingleLine
            options={tags?.map(({ id, name }) => ({ key: id, text: name })) ?? []}
            chosen={chosen}
            onToggle={(id) => setChosen(toggleInList(chosen, id))}
          />
        </div>
      )}
      <LanguageSelect label="Language" languages={languages} value={lang} onChange={setLang} />
      <TextArea
        className={styles.wide ?? ''}
        label="Instructions"
        description={
          <span className={abilities?.embedded ? undefined : styles.unsaid}>
            No language model is set up here: these instructions are not followed, and nothing is
            translated.
          </span>
        }
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        rows={7}
        value={reportInstructions}
        error={
          isTooLong &&
          `Please use at most ${groupThousands(String(maxInstructionsLength))} characters.`
        }
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
      <div className={`row-end ${styles.buttons}`}>
        <CancellableSubmit
          label="Generate Report"
          workingLabel="Generating..."
          isReady={isReady}
          isWorking={isWriting}
          onCancel={onCancel}
        />
      </div>
    </form>
  )
}
