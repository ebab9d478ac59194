import type { ReportCitation, ReportEvent } from '@vitrine/contract'
import { useEffect, useRef, useState } from 'react'
import type { InputOf } from '../../client/address.ts'
import { ApiError, unreachable } from '../../client/api-error.ts'
import { stream } from '../../client/stream.ts'

export type ReportState = 'idle' | 'writing' | 'done' | 'cancelled' | 'failed'

export interface Report {
  readonly state: ReportState
  readonly text: string
  readonly citations: readonly ReportCitation[]
  readonly engine: string | null
  readonly error: unknown
  readonly request: ReportInput | null
}

const nothing: Report = { state: 'idle', text: '', citations: [], engine: null, error: null, request: null }

/** The report on the screen, from the first word to the last; and the last whole one, for when a new one fails. */
export function useReport() {
  const [report, setReport] = useState(nothing)
  const [kept, setKept] = useState<Report | null>(null)
  const stop = useRef<AbortController>(null)
  useEffect(() => () => stop.current?.abort(), [])

  const generate = async (request: ReportInput) => {
    stop.current?.abort()
    const controller = new AbortController()
    stop.current = controller
    const { signal } = controller
    const change = (some: Partial<Report>) =>
      setReport((old) => (stop.current === controller ? { ...old, ...some } : old))
    if (report.state === 'done') setKept(report)
    setReport({ ...nothing, state: 'writing', request })
    try {
      let text = ''
      const engine = await generateReport(request, {
        signal,
        onText: (piece) => {
          text += piece
          change({ text })
        },
        onCitations: (citations) => change({ citations }),
      })
      change({ state: 'done', engine })
    } catch (error) {
      change(signal.aborted ? { state: 'cancelled' } : { state: 'failed', error })
    }
  }
  return { report, kept, generate, cancel: () => stop.current?.abort() }
}

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
