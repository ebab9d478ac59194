import { useEffect, useSyncExternalStore } from 'react'

let subject: string | null = null
const listeners = new Set<() => void>()

function setSubject(text: string | null): void {
  subject = text
  for (const listener of listeners) listener()
}

/** Sets the document title to what the screen shows, such as an item's name; null while loading. */
export function useScreenSubject(text: string | null): void {
  useEffect(() => {
    setSubject(text)
    return () => setSubject(null)
  }, [text])
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export const useCurrentSubject = (): string | null => useSyncExternalStore(subscribe, () => subject)
