interface Form {
  readonly hasEdits: () => boolean
  /** Forgets what is kept of them. */
  readonly discard: () => void
  /** What is typed is there again when the page is opened: nothing is asked before it is left. */
  readonly isFoundAgain: boolean
}

/** The forms of the screen. */
export const forms = new Set<Form>()

export const hasTyped = (): boolean => [...forms].some(({ hasEdits }) => hasEdits())

/** Forms that would lose something. */
export const unsavedForms = (): readonly Form[] =>
  [...forms].filter(({ hasEdits, isFoundAgain }) => !isFoundAgain && hasEdits())

export const hasUnsaved = (): boolean => unsavedForms().length > 0
