import {
  ItemText,
  type ItemTexts,
  languageNames,
  originalOf,
  TagValue,
  type TextLanguage,
  type TextsToSave,
  type Translation,
  type TranslationColumn,
} from '@vitrine/contract'
import { invalid } from '../../base/failure.ts'
import { type ItemState, originalLanguage } from '../../items/item.ts'

type Texts<T> = { readonly [lang in TextLanguage]?: Readonly<Record<string, T>> }

/** The same texts, each made into something else. */
export const mapTexts = <T, Made>(texts: Texts<T>, make: (text: T, field: string) => Made) =>
  Object.fromEntries(
    Object.entries(texts).map(([lang, fields]) => [
      lang,
      Object.fromEntries(Object.entries(fields).map(([field, text]) => [field, make(text, field)])),
    ]),
  ) as { [lang in TextLanguage]?: Record<string, Made> }

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

/** Whether the translation or its original was changed since it was read; one that is as wanted already is no conflict. */
export const hasTextConflict = (
  state: ItemState,
  { lang, fields, state: saved }: TextsToSave,
): boolean =>
  Object.entries(fields).some(([field, { text, was, source }]) => {
    const now = state.texts[lang]?.[field]
    const isSaved = now
      ? now.text === text && now.state === saved && now.source === source
      : text.trim() === ''
    return source !== originalOf(state, field) || (was !== (now?.text ?? '') && !isSaved)
  })

/** The translations to write; fails with what is wrong with them. */
export function parseTexts(
  item: ItemState,
  { lang, fields, state }: TextsToSave,
  known: readonly string[],
): Record<string, Translation | null> {
  const unknown = Object.keys(fields).filter(
    (field) => !known.includes(field) && !item.texts[lang]?.[field],
  )
  if (unknown.length > 0)
    throw invalid('fields', `These can’t be translated: ${unknown.join(', ')}.`)
  const entries = Object.entries(fields).map(([field, { text: typed, source, same = false }]) => {
    const read = textSchema(field).safeParse(typed)
    if (!read.success) throw invalid(`fields.${field}`, read.error.issues[0]?.message ?? '')
    const text = read.data
    if (text.trim() === '') return [field, null] as const
    const problem = problemWith(item, { lang, field, text }, same)
    if (problem) throw invalid(`fields.${field}`, problem)
    return [field, { text, state, source }] as const
  })
  return Object.fromEntries(entries)
}

export interface ImportedText extends TranslationColumn {
  readonly text: string
}

/** The state with the translations of a file, which count as checked; one that is there already stays as it is. */
export function withImportedTexts(
  item: ItemState,
  imported: readonly ImportedText[],
): { after?: ItemState; problem?: string } {
  let texts = item.texts
  for (const one of imported) {
    const { lang, field, text, column } = one
    const now = item.texts[lang]?.[field]?.text ?? ''
    const source = originalOf(item, field)
    if (text === now || (text === source && originalLanguage(item) === lang)) continue
    const problem = text.trim() === '' ? null : problemWith(item, one)
    if (problem) return { problem: `${column}: ${problem}` }
    texts = withTexts(texts, lang, {
      [field]: text.trim() === '' ? null : { text, state: 'checked', source },
    })
  }
  return { after: { ...item, texts } }
}

/** Why a text can't be the translation of a field; null when it can. */
function problemWith(
  item: ItemState,
  { lang, field, text }: Pick<ImportedText, 'lang' | 'field' | 'text'>,
  same = false,
): string | null {
  const original = originalOf(item, field).trim()
  if (originalLanguage(item) === lang)
    return `The original is in ${languageNames[lang]} already. Please change it there.`
  if (original === '') return 'There is no original to translate. Please write the original first.'
  return field !== 'name' && !same && text.trim() === original ? sameAsOriginal : null
}

const sameAsOriginal =
  'The translation is the same as the original. Please translate it, or confirm that both are meant to be the same.'

/** A translation follows the rules of its original. */
export const textSchema = (field: string) =>
  field === 'name' || field === 'description' ? ItemText.shape[field] : TagValue
