import {
  getOriginalText,
  type ItemDetail,
  type TextLanguage,
  type TranslationState,
} from '@vitrine/contract'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { call } from '../../../../client/call.ts'
import { useDraft } from '../../../../ui/forms/drafts.ts'
import type { FieldValues } from '../../../../ui/forms/edit-drafts.ts'
import { explainFieldErrors, useEdit } from '../../../../ui/forms/use-edit.ts'
import {
  type AppliedModelDraft,
  parseTranslationDraft,
  translationDraftName,
} from './translation-draft.ts'

/**
 * Edits an item's texts in one language. A save is rejected if the texts or their original have
 * changed meanwhile. Drafts are kept with the original that they were begun from.
 */
export function useTranslationEdit(
  item: ItemDetail,
  lang: TextLanguage,
  fields: readonly string[],
) {
  const { draft: restoredDraft, keep } = useDraft(
    translationDraftName(item, lang),
    parseTranslationDraft,
  )
  const [originals, setOriginals] = useState(
    restoredDraft?.originals ?? readOriginals(item, fields),
  )
  const [drafted, setDrafted] = useState(restoredDraft?.drafted ?? null)
  // Also in a ref: the fields are filled, and kept as a draft, before the state is updated.
  const latestDrafted = useRef(drafted)
  const currentSave = useRef<TranslationSave>({
    state: 'draft',
    isSameMeant: false,
    shownItem: item,
  })

  const edit = useEdit({
    draft: {
      draft: restoredDraft,
      keep: (next) => keep(next && { ...next, originals, drafted: latestDrafted.current }),
    },
    entity: item,
    read: (entity) =>
      Object.fromEntries(fields.map((field) => [field, getTranslatedText(entity, lang, field)])),
    async write(values, _version, { seen, base }) {
      const { state, shownItem } = currentSave.current
      const hasOriginalChanged = fields.some(
        (field) => getOriginalText(seen, field) !== getOriginalText(shownItem, field),
      )
      if (hasOriginalChanged) throw new OriginalChangedError()

      const texts = listTextsToSend({ fields, values, base, seen, save: currentSave.current })
      if (Object.keys(texts).length === 0) return

      await call('POST /inventory/save-texts', {
        body: { itemId: item.id, lang, fields: texts, state },
      })
    },
    explain: explainSaveError,
  })

  // Follows changes made elsewhere on the page, such as of the original.
  const rebase = useEffectEvent(edit.rebase)
  useEffect(() => rebase(item), [item])

  const { seen } = edit
  const hasRestoredEdits = edit.isRestored && edit.isDirty
  const hasChanged = (field: string) => originals[field] !== getOriginalText(seen, field)
  return {
    ...edit,
    drafted,
    /** To be called before the draft fills the fields. */
    setDrafted(next: AppliedModelDraft | null) {
      latestDrafted.current = next
      setDrafted(next)
    },
    /** Whether the original has changed since the restored edits were typed. */
    isOriginalNewer: hasRestoredEdits && fields.some(hasChanged),
    /** The original that was translated. */
    getSource(field: string): string {
      const savedSource = seen.texts[lang]?.[field]?.source
      // Restored edits translate the original as it was when they were typed.
      const translatesOlderText = hasRestoredEdits && hasChanged(field)
      const source = translatesOlderText ? undefined : savedSource
      return source ?? originals[field] ?? ''
    },
    saveAs(state: TranslationState, isSameMeant: boolean, onSaved: () => Promise<void>) {
      currentSave.current = { state, isSameMeant, shownItem: edit.seen }
      return edit.save(async () => {
        await onSaved()
        setOriginals(readOriginals(currentSave.current.shownItem, fields))
      })
    },
  }
}

interface TranslationSave {
  readonly state: TranslationState
  /** Whether the user has confirmed texts that are the same as the original. */
  readonly isSameMeant: boolean
  /** The item with the original that the user saw when saving. */
  readonly shownItem: ItemDetail
}

interface TextsToSend {
  readonly fields: readonly string[]
  readonly values: FieldValues
  /** The texts before they were edited. */
  readonly base: FieldValues
  readonly seen: ItemDetail
  readonly save: TranslationSave
}

/** A draft has only the changed texts; 'checked' applies to all texts of the language. */
function listTextsToSend({ fields, values, base, seen, save }: TextsToSend) {
  const texts: Record<string, { text: string; was: string; source: string; same: boolean }> = {}
  for (const field of fields) {
    const text = values[field] ?? ''
    const previousText = base[field] ?? ''
    if (text === previousText && (save.state === 'draft' || text === '')) continue

    const source = getOriginalText(seen, field)
    texts[field] = { text, was: previousText, source, same: save.isSameMeant }
  }
  return texts
}

export type TranslationEdit = ReturnType<typeof useTranslationEdit>

export const getTranslatedText = (item: ItemDetail, lang: TextLanguage, field: string): string =>
  item.texts[lang]?.[field]?.text ?? ''

const readOriginals = (item: ItemDetail, fields: readonly string[]): FieldValues =>
  Object.fromEntries(fields.map((field) => [field, getOriginalText(item, field)]))

/** Thrown by a save if the original is not the one that the user saw. */
class OriginalChangedError extends Error {}

function explainSaveError(error: unknown) {
  if (!(error instanceof OriginalChangedError)) return explainFieldErrors('fields')(error)

  return {
    problem:
      'Not saved yet: the original has changed. Please compare it with your translation, then save again.',
    errors: {},
  }
}
