import { useSyncExternalStore } from 'react'

const storageKey = 'singleKeys'
const listeners = new Set<() => void>()

/** Setting of this browser: single letters as shortcuts. People who dictate text turn it off. */
export const singleKeyShortcuts = {
  isEnabled: (): boolean => localStorage.getItem(storageKey) !== 'off',

  setEnabled(on: boolean): void {
    localStorage.setItem(storageKey, on ? 'on' : 'off')
    for (const listener of listeners) listener()
  },
}

export const useSingleKeyShortcuts = (): boolean =>
  useSyncExternalStore((listener) => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  }, singleKeyShortcuts.isEnabled)
