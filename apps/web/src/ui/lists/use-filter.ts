import { useDebouncedCallback } from '@mantine/hooks'
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
  const write = useDebouncedCallback((text: string) => {
    if (text === written.current) return
    written.current = text
    commit(text)
  }, pause)

  // The address changed by itself: Back, a link, a quick filter.
  useEffect(() => {
    if (inAddress === written.current) return
    written.current = inAddress
    write.cancel()
    setState((old) => ({ query: inAddress, round: old.round + 1 }))
  }, [inAddress, write])

  const onType = useCallback(
    (text: string) => {
      startTransition(() => setState((old) => ({ ...old, query: text })))
      write(text)
    },
    [write],
  )
  const onLeave = useCallback(() => write.flush(), [write])
  return { query, field: { key: round, initial: query, onType, onLeave } }
}
