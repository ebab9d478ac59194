import { type ItemDetail, originalOf, type TextLanguage, type TranslationState } from '@vitrine/contract'
import { useEffect, useEffectEvent, useRef } from 'react'
import { call } from '../../../../client/call.ts'
import { explainFieldErrors, useEdit } from '../../../../ui/forms/use-edit.ts'

class OriginalChanged extends Error {}

const explain = (error: unknown) =>
  error instanceof OriginalChanged
    ? {
        problem: 'Not saved yet: the original has changed. Please compare it with your translation, then save again.',
        errors: {},
      }
    : explainFieldErrors('fields')(error)

export const textIn = (item: ItemDetail, lang: TextLanguage, field: string): string =>
  item.texts[lang]?.[field]?.text ?? ''

/** Edits an item's texts in one language. A save over another text, or of another original than is shown, is asked about. */
export function useTranslation(item: ItemDetail, lang: TextLanguage, fields: readonly string[]) {
  const saving = useRef({ state: 'draft' as TranslationState, same: false, shown: item })
  const edit = useEdit({
    thing: item,
    read: (thing) => Object.fromEntries(fields.map((field) => [field, textIn(thing, lang, field)])),
    async write(values, _version, seen) {
      const { state, same, shown } = saving.current
      if (fields.some((field) => originalOf(seen, field) !== originalOf(shown, field))) throw new OriginalChanged()
      // A draft is made of what was changed; the whole language is checked at once.
      const sent = fields.flatMap((field) => {
        const [text, was] = [values[field] ?? '', textIn(seen, lang, field)]
        const isSent = text !== was || (state === 'checked' && text !== '')
        return isSent ? [[field, { text, was, source: originalOf(seen, field), same }] as const] : []
      })
      if (sent.length === 0) return
      await call('POST /inventory/save-texts', {
        body: { itemId: item.id, lang, fields: Object.fromEntries(sent), state },
      })
    },
    explain,
  })
  // Somebody may change the original on this very page.
  const follow = useEffectEvent(edit.follow)
  useEffect(() => follow(item), [item])
  return {
    ...edit,
    save(state: TranslationState, same: boolean, done: () => Promise<void>) {
      saving.current = { state, same, shown: edit.seen }
      return edit.save(done)
    },
  }
}
