import { useSyncExternalStore } from 'react'

const key = 'singleKeys'
const listeners = new Set<() => void>()

/** Whether plain letters are shortcuts in this browser. People who dictate instead of typing turn them off. */
export const singleKeyShortcuts = {
  isEnabled: (): boolean => localStorage.getItem(key) !== 'off',

  setEnabled(on: boolean): void {
    localStorage.setItem(key, on ? 'on' : 'off')
    for (const listener of listeners) listener()
  },
}

export const useSingleKeyShortcuts = (): boolean =>
  useSyncExternalStore((listener) => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  }, singleKeyShortcuts.isEnabled)
