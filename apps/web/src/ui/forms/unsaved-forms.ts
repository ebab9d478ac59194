type HasEdits = () => boolean

const forms = new Set<HasEdits>()

/** Counts a form of the screen in; the result takes it out again. */
export function addForm(hasEdits: HasEdits): () => void {
  forms.add(hasEdits)
  return () => {
    forms.delete(hasEdits)
  }
}

export const hasUnsaved: HasEdits = () => [...forms].some((hasEdits) => hasEdits())
