import { useEffect, useSyncExternalStore } from 'react'

let subject: string | null = null
const listeners = new Set<() => void>()

function set(text: string | null): void {
  subject = text
  for (const listener of listeners) listener()
}

/** Says what the screen is about, where that is more than its name; null while it is not known. */
export function useScreenSubject(text: string | null): void {
  useEffect(() => {
    set(text)
    return () => set(null)
  }, [text])
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export const useCurrentSubject = (): string | null => useSyncExternalStore(subscribe, () => subject)
