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
import { callQuery } from '../../client/query.ts'
import { ErrorMessage, SuccessMessage } from '../../ui/feedback/message.tsx'
import { CancellableSubmit } from '../../ui/forms/cancellable-submit.tsx'
import { LanguageSelect, TextArea, ToggleButtons, toggleInList } from '../../ui/forms/fields.tsx'
import { PageHeader } from '../../ui/layout/page-parts.tsx'
import styles from './report.module.css'
import { ReportResult } from './report-result.tsx'
import { type ReportInput, useReport } from './use-report.ts'

/** The screen Report: a form for a report on the journal, and its result. */
export function ReportPage({ tags }: { readonly tags: readonly JournalTag[] | undefined }) {
  const { report, previousReport, generate, cancel } = useReport()
  const showsPreviousReport =
    previousReport !== null && (report.state === 'failed' || report.state === 'cancelled')

  return (
    <>
      <PageHeader title="Report" />
      <div className={`column ${styles.page}`}>
        <ReportForm
          tags={tags}
          isWriting={report.state === 'writing'}
          onGenerate={generate}
          onCancel={cancel}
        />
        {report.state === 'failed' && (
          <ErrorMessage>{formatReportError(report.error)}</ErrorMessage>
        )}
        {showsPreviousReport && (
          <SuccessMessage>The report below is the previous one.</SuccessMessage>
        )}
        {report.state !== 'idle' && (
          <ReportResult report={showsPreviousReport ? previousReport : report} />
        )}
      </div>
    </>
  )
}

/** Includes the server's message only if the request was invalid, so that staff can correct it. */
export function formatReportError(error: unknown): string {
  const isInvalidRequest = error instanceof ApiError && error.status >= 400 && error.status < 500

  return isInvalidRequest
    ? `Failed to generate report. ${error.message}`
    : 'Failed to generate report.'
}

interface ReportFormProps {
  readonly tags: readonly JournalTag[] | undefined
  readonly isWriting: boolean
  readonly onGenerate: (request: ReportInput) => void
  readonly onCancel: () => void
}

const reportLanguages: readonly AssistantLanguage[] = ['en', 'fr', 'de']

// Queries of the form, which must not refetch while it is edited.
const neverStale = { staleTime: Number.POSITIVE_INFINITY }

function ReportForm({ tags, isWriting, onGenerate, onCancel }: ReportFormProps) {
  const { data: abilities } = useQuery({ ...callQuery('GET /journal/assistant'), ...neverStale })
  const { startDate, setStartDate, endDate, setEndDate, isBackwards } = usePeriod()
  const { instructions, setInstructions, isTooLong } = useInstructions()
  const [chosenTagIds, setChosenTagIds] = useState<readonly number[]>([])
  const [lang, setLang] = useState(defaultReportLanguage)
  const isReady = startDate !== '' && endDate !== '' && !isBackwards && !isTooLong && !isWriting

  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!isReady) return

    // A chosen tag may have been deleted since.
    const existingTagIds = chosenTagIds.filter((id) => tags?.some((tag) => tag.id === id))
    onGenerate({
      tags: existingTagIds,
      startDate,
      endDate,
      lang,
      reportInstructions: instructions,
    })
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
        onChange={(event) => setStartDate(event.currentTarget.value)}
      />
      <TextInput
        type="date"
        label="End date"
        required
        value={endDate}
        error={isBackwards && 'The end date is before the start date.'}
        onChange={(event) => setEndDate(event.currentTarget.value)}
      />
      {tags?.length !== 0 && (
        <div className={styles.wide}>
          <ToggleButtons
            label="Tags"
            reservesTwoLines
            singleLineOnPhone
            options={tags?.map(({ id, name }) => ({ key: id, text: name })) ?? []}
            chosen={chosenTagIds}
            onToggle={(id) => setChosenTagIds(toggleInList(chosenTagIds, id))}
          />
        </div>
      )}
      <LanguageSelect
        label="Language"
        languages={reportLanguages}
        value={lang}
        onChange={setLang}
      />
      <TextArea
        className={styles.wide ?? ''}
        label="Instructions"
        description={
          <span className={abilities?.embedded ? undefined : styles.invisible}>
            No language model is set up here: these instructions are not followed, and nothing is
            translated.
          </span>
        }
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        rows={7}
        value={instructions}
        error={
          isTooLong &&
          `Please use at most ${groupThousands(String(maxInstructionsLength))} characters.`
        }
        onChange={(event) => setInstructions(event.currentTarget.value)}
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

/** The first and the last day of the report; initially this year until today. */
function usePeriod() {
  const [startDate, setStartDate] = useState(() => startOfYear(toDay(new Date())))
  const [endDate, setEndDate] = useState(() => toDay(new Date()))
  const isBackwards = startDate !== '' && endDate !== '' && endDate < startDate
  return { startDate, setStartDate, endDate, setEndDate, isBackwards }
}

const startOfYear = (day: string): string => `${day.slice(0, 4)}-01-01`

/** The instructions for the language model: the server's until the user edits them. */
function useInstructions() {
  const { data: prefilled } = useQuery({
    ...callQuery('GET /journal/report/instructions'),
    ...neverStale,
  })
  const [typedInstructions, setInstructions] = useState<string | null>(null)
  const instructions = typedInstructions ?? prefilled?.instructions ?? ''
  const isTooLong = instructions.length > maxInstructionsLength
  return { instructions, setInstructions, isTooLong }
}
