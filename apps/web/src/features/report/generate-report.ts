import type { ReportCitation, ReportEvent } from '@vitrine/contract'
import type { InputOf } from '../../client/address.ts'
import { ApiError, unreachable } from '../../client/api-error.ts'
import { stream } from '../../client/stream.ts'

export type ReportInput = InputOf<'POST /journal/report'>['body']

interface Listener {
  readonly signal: AbortSignal
  readonly onText: (piece: string) => void
  readonly onCitations: (citations: readonly ReportCitation[]) => void
}

/** Asks for a report and hands on its text as it is written. Returns the engine that wrote it. */
export async function generateReport(body: ReportInput, { signal, onText, onCitations }: Listener): Promise<string> {
  let engine: string | null = null
  const whole = await stream(
    'POST /journal/report',
    { body },
    {
      signal,
      onEvent({ event, data }) {
        const message = { event, data: JSON.parse(data) } as ReportEvent
        if (message.event === 'delta') onText(message.data.text)
        if (message.event === 'citations') onCitations(message.data.citations)
        if (message.event === 'done') engine = message.data.engine
        if (message.event === 'error') throw new ApiError(message.data.statusCode, message.data.message)
      },
    },
  )
  if (whole) {
    onText(whole.report)
    onCitations(whole.citations)
    return whole.engine
  }
  // The line was cut before the end: half a report must not pass for a whole one.
  if (engine === null) throw new ApiError(0, unreachable)
  return engine
}
