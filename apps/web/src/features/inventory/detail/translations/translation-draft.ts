import type { ItemDetail, TextLanguage } from '@vitrine/contract'
import {
  type EditDraft,
  type FieldValues,
  isFieldValues,
  parseEditDraft,
} from '../../../../ui/forms/edit-drafts.ts'

/** What a language model wrote into the fields, and what they held before. */
export interface AppliedModelDraft {
  readonly engine: string
  readonly before: FieldValues
}

/** A translation that is not saved yet. */
export interface TranslationDraft extends EditDraft {
  /** The original that it was begun from, by field. */
  readonly originals: FieldValues
  /** Null for a text that a person typed. */
  readonly drafted: AppliedModelDraft | null
}

/** The name under which a translation is kept. */
export const translationDraftName = ({ id }: Pick<ItemDetail, 'id'>, lang: TextLanguage): string =>
  `translation of ${id} into ${lang}`

export function parseTranslationDraft(kept: unknown): TranslationDraft | null {
  const draft = parseEditDraft(kept)
  const { originals, drafted } = (kept ?? {}) as Partial<Record<keyof TranslationDraft, unknown>>
  return draft && isFieldValues(originals)
    ? { ...draft, originals, drafted: readDrafted(drafted) }
    : null
}

function readDrafted(kept: unknown): AppliedModelDraft | null {
  const { engine, before } = (kept ?? {}) as Partial<Record<keyof AppliedModelDraft, unknown>>
  return typeof engine === 'string' && isFieldValues(before) ? { engine, before } : null
}
