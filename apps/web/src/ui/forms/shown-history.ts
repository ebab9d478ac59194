import type { ReactNode } from 'react'

/** Draws the history of something that a form edits; `app/` hands it in, because no feature imports another. */
export type ShowHistory = (of: {
  readonly id: number
  readonly isEdited: boolean
  /** Asked for already: shown, not folded. */
  readonly open?: boolean
  readonly onUndone: () => Promise<unknown>
}) => ReactNode
