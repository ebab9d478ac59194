import {
  type ItemDetail,
  originalOf,
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
 * Edits an item's texts in one language. A save over another text, or of another original than is shown, is asked about. What is typed
 * is kept with the original that it was begun from.
 */
export function useTranslationEdit(
  item: ItemDetail,
  lang: TextLanguage,
  fields: readonly string[],
) {
  const { draft: kept, keep } = useDraft(translationDraftName(item, lang), parseTranslationDraft)
  const [originals, setOriginals] = useState(kept?.originals ?? originalsOf(item, fields))
  const [drafted, setDrafted] = useState(kept?.drafted ?? null)
  // Beside the state, because it is kept with the texts that fill the fields at the same time.
  const latestDrafted = useRef(drafted)
  const saving = useRef({ state: 'draft' as TranslationState, same: false, shown: item })
  const edit = useEdit({
    draft: {
      draft: kept,
      keep: (next) => keep(next && { ...next, originals, drafted: latestDrafted.current }),
    },
    thing: item,
    read: (thing) =>
      Object.fromEntries(fields.map((field) => [field, getTranslatedText(thing, lang, field)])),
    async write(values, _version, { seen, base }) {
      const { state, same, shown } = saving.current
      if (fields.some((field) => originalOf(seen, field) !== originalOf(shown, field)))
        throw new OriginalChanged()
      // A draft is made of what was changed; the whole language is checked at once.
      const sent = fields.flatMap((field) => {
        const [text, was] = [values[field] ?? '', base[field] ?? '']
        const isSent = text !== was || (state === 'checked' && text !== '')
        return isSent
          ? [[field, { text, was, source: originalOf(seen, field), same }] as const]
          : []
      })
      if (sent.length === 0) return
      await call('POST /inventory/save-texts', {
        body: { itemId: item.id, lang, fields: Object.fromEntries(sent), state },
      })
    },
    explain,
  })
  // The original may change on this very page.
  const follow = useEffectEvent(edit.follow)
  useEffect(() => follow(item), [item])

  const { seen } = edit
  const isTypedBefore = edit.isRestored && edit.isDirty
  const hasChanged = (field: string) => originals[field] !== originalOf(seen, field)
  return {
    ...edit,
    drafted,
    /** Called before the texts fill the fields. */
    setDrafted(next: AppliedModelDraft | null) {
      latestDrafted.current = next
      setDrafted(next)
    },
    /** Whether the original is another than when what is restored was typed. */
    isOriginalNewer: isTypedBefore && fields.some(hasChanged),
    /** The original that the text was made from. */
    sourceOf: (field: string): string =>
      (isTypedBefore && hasChanged(field) ? undefined : seen.texts[lang]?.[field]?.source) ??
      originals[field] ??
      '',
    saveAs(state: TranslationState, same: boolean, done: () => Promise<void>) {
      saving.current = { state, same, shown: edit.seen }
      return edit.save(async () => {
        await done()
        setOriginals(originalsOf(saving.current.shown, fields))
      })
    },
  }
}

export type TranslationEdit = ReturnType<typeof useTranslationEdit>

export const getTranslatedText = (item: ItemDetail, lang: TextLanguage, field: string): string =>
  item.texts[lang]?.[field]?.text ?? ''

const originalsOf = (item: ItemDetail, fields: readonly string[]): FieldValues =>
  Object.fromEntries(fields.map((field) => [field, originalOf(item, field)]))

class OriginalChanged extends Error {}

const explain = (error: unknown) =>
  error instanceof OriginalChanged
    ? {
        problem:
          'Not saved yet: the original has changed. Please compare it with your translation, then save again.',
        errors: {},
      }
    : explainFieldErrors('fields')(error)
