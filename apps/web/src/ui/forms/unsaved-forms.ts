interface Form {
  readonly hasEdits: () => boolean
  /** Forgets what is kept of them. */
  readonly discard: () => void
}

const forms = new Set<Form>()

/** Counts a form of the screen in; the result takes it out again. */
export function addForm(form: Form): () => void {
  forms.add(form)
  return () => {
    forms.delete(form)
  }
}

export const hasUnsaved = (): boolean => [...forms].some(({ hasEdits }) => hasEdits())

export const discardUnsaved = (): void => {
  for (const { discard } of forms) discard()
}
