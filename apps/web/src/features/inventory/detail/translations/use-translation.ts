import { useMutation, useQuery } from '@tanstack/react-query'
import { type ItemDetail, originalOf, type TextLanguage, type TranslationState } from '@vitrine/contract'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { call } from '../../../../client/call.ts'
import { explainFieldErrors, useEdit } from '../../../../ui/forms/use-edit.ts'
import { inventoryQueries } from '../../inventory-queries.ts'

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
    saveAs(state: TranslationState, same: boolean, done: () => Promise<void>) {
      saving.current = { state, same, shown: edit.seen }
      return edit.save(done)
    },
  }
}

interface Drafting {
  readonly item: ItemDetail
  readonly lang: TextLanguage
  readonly values: Readonly<Record<string, string>>
  readonly set: (field: string, value: string) => void
}

interface Drafted {
  readonly engine: string
  readonly before: Readonly<Record<string, string>>
}

/** Lets a language model fill the fields, where one is configured. Nothing is saved by that. */
export function useDraft({ item, lang, values, set }: Drafting) {
  const translator = useQuery(inventoryQueries.translator)
  const stop = useRef<AbortController>(null)
  useEffect(() => () => stop.current?.abort(), [])
  const [drafted, setDrafted] = useState<Drafted | null>(null)
  const fill = (texts: Readonly<Record<string, string>>) => {
    for (const [field, text] of Object.entries(texts)) set(field, text)
  }
  const ask = useMutation({
    mutationFn: (fields: Readonly<Record<string, string>>) => {
      stop.current = new AbortController()
      const body = { from: item.language, to: lang, fields }
      return call('POST /inventory/translate', { body }, { signal: stop.current.signal })
    },
    onSuccess: ({ fields, engine }) => {
      setDrafted({ engine, before: values })
      fill(fields)
    },
  })
  return {
    isOffered: translator.data?.engine != null,
    isWorking: ask.isPending,
    /** Not of one that the person cancelled. */
    error: ask.isError && !stop.current?.signal.aborted ? ask.error : null,
    drafted,
    ask: (fields: readonly string[]) =>
      ask.mutate(Object.fromEntries(fields.map((field) => [field, originalOf(item, field)]))),
    cancel: () => stop.current?.abort(),
    revert: () => {
      if (drafted) fill(drafted.before)
      setDrafted(null)
    },
    forget: () => setDrafted(null),
  }
}
