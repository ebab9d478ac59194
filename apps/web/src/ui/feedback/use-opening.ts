import { useCallback, useState } from 'react'

interface Opening<Subject> {
  readonly subject: Subject
  /** React key of the dialog, so that one opened while another closes is a new one. */
  readonly key: number
}

/** State of a dialog that is mounted when it opens and unmounted after its closing animation. */
export function useOpening<Subject>() {
  const [opening, setOpening] = useState<Opening<Subject> | null>(null)

  const open = useCallback(
    (subject: Subject) => setOpening((previous) => ({ subject, key: (previous?.key ?? 0) + 1 })),
    [],
  )

  /** Shows another subject in the open dialog. */
  const change = useCallback(
    (subject: Subject) => setOpening((current) => current && { ...current, subject }),
    [],
  )

  /** Ignored if the dialog was opened again meanwhile. */
  const unmount = (closedKey: number) =>
    setOpening((current) => (current?.key === closedKey ? null : current))

  return { opening, open, change, unmount }
}
