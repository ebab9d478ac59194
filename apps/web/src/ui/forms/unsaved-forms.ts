interface Form {
  readonly hasEdits: () => boolean
  /** Forgets what is kept of them. */
  readonly discard: () => void
}

/** The forms of the screen. */
export const forms = new Set<Form>()

export const hasUnsaved = (): boolean => [...forms].some(({ hasEdits }) => hasEdits())
