import { IconDownload } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { serverMessage } from '../../client/api-error.ts'
import { download } from '../../client/call.ts'
import { ErrorMessage } from '../../ui/feedback/message.tsx'
import { SecondaryButton } from '../../ui/forms/buttons.ts'
import { saveFile } from '../../ui/lists/save-file.ts'
import type { ReportInput } from './generate-report.ts'

interface ReportPdfProps {
  readonly request: ReportInput
  readonly text: string
}

export function ReportPdf({ request: { startDate, endDate, lang }, text }: ReportPdfProps) {
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
