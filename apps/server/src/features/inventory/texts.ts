import {
  ItemText,
  type ItemTexts,
  languageNames,
  originalOf,
  TagValue,
  type TextLanguage,
  type TextsToSave,
  type Translation,
} from '@vitrine/contract'
import { invalid } from '../../base/failure.ts'
import type { Tables } from '../../db/tables.ts'
import { type ItemState, originalLanguage } from './state.ts'

type Texts<T> = { readonly [lang in TextLanguage]?: Readonly<Record<string, T>> }

/** The same texts, each made into something else. */
export const mapTexts = <T, Made>(texts: Texts<T>, make: (text: T, field: string) => Made) =>
  Object.fromEntries(
    Object.entries(texts).map(([lang, fields]) => [
      lang,
      Object.fromEntries(Object.entries(fields).map(([field, text]) => [field, make(text, field)])),
    ]),
  ) as { [lang in TextLanguage]?: Record<string, Made> }

type TextRow = Tables['item_text']

/** Rows of one item as its state holds them. */
export function textsOf(rows: readonly Omit<TextRow, 'item_id'>[]): ItemTexts {
  const texts: { [lang in TextLanguage]?: Record<string, Translation> } = {}
  for (const { lang, field, text, state, source } of rows) {
    texts[lang] ??= {}
    texts[lang][field] = { text, state, source }
  }
  return texts
}

export const rowsOfTexts = (itemId: number, texts: ItemTexts): TextRow[] =>
  (Object.keys(texts) as TextLanguage[]).flatMap((lang) =>
    Object.entries(texts[lang] ?? {}).map(([field, text]) => ({ item_id: itemId, lang, field, ...text })),
  )

/** The texts with some of a language changed; null removes one. */
export function withTexts(
  texts: ItemTexts,
  lang: TextLanguage,
  changed: Readonly<Record<string, Translation | null>>,
): ItemTexts {
  const { [lang]: earlier, ...others } = texts
  const fields = Object.entries({ ...earlier, ...changed }).filter(
    (entry): entry is [string, Translation] => !!entry[1],
  )
  return fields.length === 0 ? others : { ...others, [lang]: Object.fromEntries(fields) }
}

/** Whether somebody else changed the translation or its original since it was read; what is as wanted already, is no conflict. */
export const isStale = (state: ItemState, { lang, fields, state: saved }: TextsToSave): boolean =>
  Object.entries(fields).some(([field, { text, was, source }]) => {
    const now = state.texts[lang]?.[field]
    const isSaved = now ? now.text === text && now.state === saved && now.source === source : text.trim() === ''
    return source !== originalOf(state, field) || (was !== (now?.text ?? '') && !isSaved)
  })

/** The translations to write; fails with what is wrong with them. */
export function textsToWrite(
  state: ItemState,
  { lang, fields, state: saved }: TextsToSave,
  known: readonly string[],
): Record<string, Translation | null> {
  if (originalLanguage(state) === lang)
    throw invalid('lang', `The original is in ${languageNames[lang]} already. Please change it there.`)
  const unknown = Object.keys(fields).filter((field) => !known.includes(field) && !state.texts[lang]?.[field])
  if (unknown.length > 0) throw invalid('fields', `These can’t be translated: ${unknown.join(', ')}.`)
  return Object.fromEntries(
    Object.entries(fields).map(([field, { text: typed, source, same = false }]) => {
      const text = readText(field, typed)
      if (text.trim() === '') return [field, null]
      if (source.trim() === '')
        throw invalid(`fields.${field}`, 'There is no original to translate. Please write the original first.')
      if (field !== 'name' && !same && text.trim() === source.trim()) throw invalid(`fields.${field}`, sameAsOriginal)
      return [field, { text, state: saved, source }]
    }),
  )
}

const sameAsOriginal =
  'The translation is the same as the original. Please translate it, or confirm that both are meant to be the same.'

const ownRules = { name: ItemText.shape.name, description: ItemText.shape.description } as const

/** By the rules of the original. */
export function readText(field: string, typed: string): string {
  const rule = Object.hasOwn(ownRules, field) ? ownRules[field as keyof typeof ownRules] : TagValue
  const read = rule.safeParse(typed)
  if (!read.success) throw invalid(`fields.${field}`, read.error.issues[0]?.message ?? '')
  return read.data
}
