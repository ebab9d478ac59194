interface Form {
  readonly hasEdits: () => boolean
  /** Forgets what is kept of them. */
  readonly discard: () => void
  /** What is typed is there again when the page is opened: nothing is asked before it is left. */
  readonly isFoundAgain: boolean
}

/** The forms of the screen. */
export const mountedForms = new Set<Form>()

export const hasEditedForms = (): boolean => [...mountedForms].some(({ hasEdits }) => hasEdits())

/** Forms that would lose something. */
export const listUnsavedForms = (): readonly Form[] =>
  [...mountedForms].filter(({ hasEdits, isFoundAgain }) => !isFoundAgain && hasEdits())

export const hasUnsavedForms = (): boolean => listUnsavedForms().length > 0
