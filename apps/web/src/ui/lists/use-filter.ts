import { startTransition, useCallback, useEffect, useRef, useState } from 'react'

/** Long enough that a word is one change of the address, short enough that a reload keeps it. */
const pause = 300

interface Filter {
  /** What the list should show; it may lag behind the field while many rows are looked through. */
  readonly query: string
  readonly field: {
    /** Changes when the text came from elsewhere (Back, a link): as React's key it remounts the field. */
    readonly key: number
    readonly initial: string
    readonly onType: (text: string) => void
    readonly onLeave: () => void
  }
}

/** A filter that is typed into a field and lives in the address. `commit` writes it there, after a pause. */
export function useFilter(inAddress: string, commit: (text: string) => void): Filter {
  const [{ query, round }, setState] = useState({ query: inAddress, round: 0 })
  const written = useRef(inAddress)
  const waiting = useRef<{ text: string; timer: number } | null>(null)
  const latestCommit = useRef(commit)
  useEffect(() => {
    latestCommit.current = commit
  })

  const stopWaiting = useCallback(() => {
    if (waiting.current) clearTimeout(waiting.current.timer)
    waiting.current = null
  }, [])

  const flush = useCallback(() => {
    const text = waiting.current?.text
    stopWaiting()
    if (text === undefined || text === written.current) return
    written.current = text
    latestCommit.current(text)
  }, [stopWaiting])

  // The address changed by itself: Back, a link, a quick filter.
  useEffect(() => {
    if (inAddress === written.current) return
    written.current = inAddress
    stopWaiting()
    setState((old) => ({ query: inAddress, round: old.round + 1 }))
  }, [inAddress, stopWaiting])

  useEffect(() => stopWaiting, [stopWaiting])

  const onType = useCallback(
    (text: string) => {
      startTransition(() => setState((old) => ({ ...old, query: text })))
      stopWaiting()
      waiting.current = { text, timer: window.setTimeout(flush, pause) }
    },
    [flush, stopWaiting],
  )

  return { query, field: { key: round, initial: query, onType, onLeave: flush } }
}
