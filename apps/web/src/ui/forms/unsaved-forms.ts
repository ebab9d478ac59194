interface MountedForm {
  readonly hasEdits: () => boolean
  /** Deletes the draft. */
  readonly discard: () => void
  /** Whether edits survive leaving the page as a draft, so that leaving needs no confirmation. */
  readonly keepsDraft: boolean
}

export const mountedForms = new Set<MountedForm>()

export const hasEditedForms = (): boolean => [...mountedForms].some(({ hasEdits }) => hasEdits())

/** Lists the forms whose edits would be lost by leaving the page. */
export const listUnsavedForms = (): readonly MountedForm[] =>
  [...mountedForms].filter(({ hasEdits, keepsDraft }) => !keepsDraft && hasEdits())

export const hasUnsavedForms = (): boolean => listUnsavedForms().length > 0
