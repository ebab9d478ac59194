import type { ReportEvent } from '@vitrine/contract'
import type { InputOf } from '../../client/address.ts'
import { ApiError, unreachable } from '../../client/api-error.ts'
import { stream } from '../../client/stream.ts'

export type ReportWish = InputOf<'POST /journal/report'>['body']

interface Listener {
  readonly signal: AbortSignal
  /** Called with each piece of the text, in order. */
  readonly onText: (piece: string) => void
}

/** Asks for a report and hands on its text as it is written. Returns the engine that wrote it. */
export async function generateReport(body: ReportWish, { signal, onText }: Listener): Promise<string> {
  let engine: string | null = null
  const whole = await stream(
    'POST /journal/report',
    { body },
    {
      signal,
      onEvent({ event, data }) {
        const told = { event, data: JSON.parse(data) } as ReportEvent
        if (told.event === 'delta') onText(told.data.text)
        if (told.event === 'done') engine = told.data.engine
        if (told.event === 'error') throw new ApiError(told.data.statusCode, told.data.message)
      },
    },
  )
  if (whole) {
    onText(whole.report)
    return whole.engine
  }
  // The line was cut before the end: half a report must not pass for a whole one.
  if (engine === null) throw new ApiError(0, unreachable)
  return engine
}
