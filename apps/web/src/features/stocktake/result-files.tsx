import { IconDownload } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import {
  type AssistantLanguage,
  assistantLanguages,
  decisions,
  defaultReportLanguage,
  formatMinute,
  formatScanner,
  resultKinds,
  type Stocktake,
  type StocktakeResult,
} from '@vitrine/contract'
import { useState } from 'react'
import { downloadFile } from '../../client/call.ts'
import { showFailure } from '../../ui/feedback/undo-toast.tsx'
import { SecondaryButton } from '../../ui/forms/buttons.ts'
import { LanguageSelect } from '../../ui/forms/fields.tsx'
import { CsvDownload } from '../../ui/lists/csv-download.tsx'
import { saveFile } from '../../ui/lists/save-file.ts'

interface ResultFilesProps {
  readonly stocktake: Stocktake
  readonly rows: readonly StocktakeResult[] | undefined
}

/** Downloads of a result: the report to sign as PDF, and all rows as CSV. */
export function ResultFiles({ stocktake: { id, name }, rows }: ResultFilesProps) {
  const [lang, setLang] = useState<AssistantLanguage>(defaultReportLanguage)

  const print = useMutation({
    mutationFn: () =>
      downloadFile('GET /stocktake/:id/report', { params: { id }, query: { lang } }),
    onSuccess: (file) => saveFile(`${name} – Stocktake.pdf`, file),
    onError: (error) => showFailure('The report was not created.', error),
  })

  return (
    <div className="row">
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
      <CsvDownload
        fileName={`stocktake_${id}.csv`}
        initialDelimiter="semicolon"
        disabled={!rows}
        rows={() => [
          Object.keys(columns),
          ...(rows ?? []).map((row) => Object.values(columns).map((toCell) => toCell(row))),
        ]}
      />
    </div>
  )
}

const formatTime = (timestamp: string) => (timestamp ? formatMinute(new Date(timestamp)) : '')

const columns: Readonly<Record<string, (row: StocktakeResult) => string>> = {
  Identifier: ({ identifier }) => identifier,
  Name: ({ name }) => name,
  'Expected in': ({ expected }) => expected,
  'Seen in': ({ seen }) => seen,
  'Seen at': ({ seenAt }) => formatTime(seenAt),
  'Received at': ({ receivedAt }) => formatTime(receivedAt),
  By: formatScanner,
  Result: ({ kind }) => resultKinds[kind],
  Condition: ({ condition }) => condition,
  Remark: ({ remark }) => remark,
  Decision: ({ decision }) => (decision ? decisions[decision.decision].mark : ''),
}
