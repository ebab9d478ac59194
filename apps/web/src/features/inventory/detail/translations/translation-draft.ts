import type { ItemDetail, TextLanguage } from '@vitrine/contract'
import {
  type EditDraft,
  type FieldValues,
  isFieldValues,
  parseEditDraft,
} from '../../../../ui/forms/edit-drafts.ts'

/** A model's draft in the fields: who wrote it, and the values that it replaced. */
export interface AppliedModelDraft {
  readonly engine: string
  readonly before: FieldValues
}

/** A translation that is not saved yet, as kept in the browser. */
export interface TranslationDraft extends EditDraft {
  /** The original texts by field when the translation was begun. */
  readonly originals: FieldValues
  /** Null if a person wrote the texts. */
  readonly drafted: AppliedModelDraft | null
}

/** Name of the draft of an unsaved translation. */
export const translationDraftName = ({ id }: Pick<ItemDetail, 'id'>, lang: TextLanguage): string =>
  `translation of ${id} into ${lang}`

export function parseTranslationDraft(stored: unknown): TranslationDraft | null {
  const draft = parseEditDraft(stored)
  const { originals, drafted } = (stored ?? {}) as Partial<Record<keyof TranslationDraft, unknown>>
  if (!draft || !isFieldValues(originals)) return null

  return { ...draft, originals, drafted: parseModelDraft(drafted) }
}

function parseModelDraft(stored: unknown): AppliedModelDraft | null {
  const { engine, before } = (stored ?? {}) as Partial<Record<keyof AppliedModelDraft, unknown>>
  return typeof engine === 'string' && isFieldValues(before) ? { engine, before } : null
}
