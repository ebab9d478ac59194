import type { ReportCitation } from '@vitrine/contract'
import { useEffect, useRef, useState } from 'react'
import { generateReport, type ReportInput } from './generate-report.ts'

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
