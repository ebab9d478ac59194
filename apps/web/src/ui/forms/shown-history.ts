import type { ReactNode } from 'react'

/** Draws the history of something that a form edits; `app/` hands it in, because no feature imports another. */
export type ShowHistory = (of: {
  readonly id: number
  readonly isEdited: boolean
  readonly onUndone: () => Promise<void>
}) => ReactNode
