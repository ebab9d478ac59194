import type { ReportCitation, ReportEvent } from '@vitrine/contract'
import { useEffect, useRef, useState } from 'react'
import type { InputOf } from '../../client/address.ts'
import { ApiError, unreachableMessage } from '../../client/api-error.ts'
import { streamCall } from '../../client/stream.ts'

export type ReportInput = InputOf<'POST /journal/report'>['body']

export type ReportState = 'idle' | 'writing' | 'done' | 'cancelled' | 'failed'

export interface Report {
  readonly state: ReportState
  readonly text: string
  readonly citations: readonly ReportCitation[]
  readonly engine: string | null
  readonly error: unknown
  readonly request: ReportInput | null
}

const emptyReport: Report = {
  state: 'idle',
  text: '',
  citations: [],
  engine: null,
  error: null,
  request: null,
}

/** The report while it is written, and the previous complete one in case the new one fails. */
export function useReport() {
  const [report, setReport] = useState(emptyReport)
  const [previousReport, setPreviousReport] = useState<Report | null>(null)
  const controllerRef = useRef<AbortController>(null)
  useEffect(() => () => controllerRef.current?.abort(), [])

  const generate = async (request: ReportInput) => {
    controllerRef.current?.abort()
    const controller = new AbortController()
    controllerRef.current = controller
    const { signal } = controller
    // Ignores what still arrives for an earlier request.
    const update = (changes: Partial<Report>) =>
      setReport((old) => (controllerRef.current === controller ? { ...old, ...changes } : old))

    if (report.state === 'done') setPreviousReport(report)
    setReport({ ...emptyReport, state: 'writing', request })
    try {
      let text = ''
      const engine = await generateReport(request, {
        signal,
        onText: (piece) => {
          text += piece
          update({ text })
        },
        onCitations: (citations) => update({ citations }),
      })
      update({ state: 'done', engine })
    } catch (error) {
      update(signal.aborted ? { state: 'cancelled' } : { state: 'failed', error })
    }
  }

  return { report, previousReport, generate, cancel: () => controllerRef.current?.abort() }
}

interface ReportListener {
  readonly signal: AbortSignal
  readonly onText: (piece: string) => void
  readonly onCitations: (citations: readonly ReportCitation[]) => void
}

/** Requests a report and passes its text on while it is written. Resolves to the engine's name. */
export async function generateReport(
  body: ReportInput,
  { signal, onText, onCitations }: ReportListener,
): Promise<string> {
  let engine: string | null = null

  const completeAnswer = await streamCall(
    'POST /journal/report',
    { body },
    {
      signal,
      onEvent({ event, data }) {
        const message = { event, data: JSON.parse(data) } as ReportEvent
        if (message.event === 'delta') onText(message.data.text)
        if (message.event === 'citations') onCitations(message.data.citations)
        if (message.event === 'done') engine = message.data.engine
        if (message.event === 'error')
          throw new ApiError(message.data.statusCode, message.data.message)
      },
    },
  )
  if (completeAnswer) {
    onText(completeAnswer.report)
    onCitations(completeAnswer.citations)
    return completeAnswer.engine
  }

  // The connection ended early: an incomplete report must not look complete.
  if (engine === null) throw new ApiError(0, unreachableMessage)

  return engine
}
