import { useMutation, useQuery } from '@tanstack/react-query'
import { type ItemDetail, originalOf, type TextLanguage } from '@vitrine/contract'
import { useEffect, useRef, useState } from 'react'
import { call } from '../../../../client/call.ts'
import { inventoryQueries } from '../../inventory-queries.ts'

interface Drafting {
  readonly item: ItemDetail
  readonly lang: TextLanguage
  readonly values: Readonly<Record<string, string>>
  readonly set: (field: string, value: string) => void
}

interface Drafted {
  readonly engine: string
  /** What the fields held before. */
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
    /** Asks for these fields. */
    ask: (fields: readonly string[]) =>
      ask.mutate(Object.fromEntries(fields.map((field) => [field, originalOf(item, field)]))),
    cancel: () => stop.current?.abort(),
    revert: () => {
      if (drafted) fill(drafted.before)
      setDrafted(null)
    },
    /** It has become a saved text like any other. */
    forget: () => setDrafted(null),
  }
}
