import { useBlocker } from '@tanstack/react-router'
import { createContext, type ReactNode, use, useCallback, useEffect, useMemo, useRef } from 'react'
import { askToConfirm } from './ask-to-confirm.tsx'

type HasEdits = () => boolean
type Register = (hasEdits: HasEdits) => () => void

const Unsaved = createContext<Register | null>(null)
/** What the guards on the screen know of. */
const guards = new Set<HasEdits>()

/** Asks once before the page is left, however many of the forms inside hold something unsaved. */
export function UnsavedGuard({ children }: { readonly children: ReactNode }) {
  const forms = useRef(new Set<HasEdits>())
  const register = useMemo<Register>(
    () => (hasEdits) => {
      forms.current.add(hasEdits)
      return () => {
        forms.current.delete(hasEdits)
      }
    },
    [],
  )
  const hasEdits = useCallback(() => [...forms.current].some((has) => has()), [])
  useEffect(() => {
    guards.add(hasEdits)
    return () => {
      guards.delete(hasEdits)
    }
  }, [hasEdits])
  useBlocker({
    // A filter or a sort in the address is not a leave.
    shouldBlockFn: async ({ current, next }) =>
      current.pathname !== next.pathname && hasEdits() && !(await askToDiscard()),
    enableBeforeUnload: hasEdits,
  })
  return <Unsaved value={register}>{children}</Unsaved>
}

/** Tells the guard around it whether this form holds something unsaved. */
export function useUnsaved(hasEdits: HasEdits): void {
  const register = use(Unsaved)
  const latest = useRef(hasEdits)
  useEffect(() => {
    latest.current = hasEdits
  })
  useEffect(() => register?.(() => latest.current()), [register])
}

const hasUnsaved: HasEdits = () => [...guards].some((has) => has())

/** For ways out that no address tells of: true when nothing would be lost, or when that is all right. */
export const mayLeave = async (): Promise<boolean> => !hasUnsaved() || askToDiscard()

export const askToDiscard = (): Promise<boolean> =>
  askToConfirm({
    title: 'Unsaved changes',
    message: 'Your changes are not saved. Do you want to leave without saving them?',
  })
