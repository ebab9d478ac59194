import {
  getOriginalText,
  ItemTextInput,
  type ItemTexts,
  languageNames,
  TagValue,
  type TextLanguage,
  type TextsToSave,
  type Translation,
  type TranslationColumn,
} from '@vitrine/contract'
import { invalid } from '../../base/failure.ts'
import { type ItemState, resolveOriginalLanguage } from '../../items/item.ts'

/** Translations by language and field, as any type. */
type TextsByLanguage<T> = { readonly [lang in TextLanguage]?: Readonly<Record<string, T>> }

/** Maps every translation, keeping language and field. */
export const mapTexts = <From, To>(
  texts: TextsByLanguage<From>,
  map: (text: From, field: string) => To,
) =>
  Object.fromEntries(
    Object.entries(texts).map(([lang, fields]) => [
      lang,
      Object.fromEntries(Object.entries(fields).map(([field, text]) => [field, map(text, field)])),
    ]),
  ) as { [lang in TextLanguage]?: Record<string, To> }

/** Changes some translations into one language; null removes one. */
export function withTexts(
  texts: ItemTexts,
  lang: TextLanguage,
  changed: Readonly<Record<string, Translation | null>>,
): ItemTexts {
  const { [lang]: currentFields, ...otherLanguages } = texts
  const fields = Object.entries({ ...currentFields, ...changed }).filter(
    (entry): entry is [string, Translation] => entry[1] !== null && entry[1] !== undefined,
  )
  return fields.length === 0
    ? otherLanguages
    : { ...otherLanguages, [lang]: Object.fromEntries(fields) }
}

/**
 * Whether a translation or its original changed since it was read. A translation that already is as
 * wanted is no conflict, because clients retry.
 */
export const hasTextConflict = (
  item: ItemState,
  { lang, fields, state: wantedState }: TextsToSave,
): boolean =>
  Object.entries(fields).some(([field, { text, was, source }]) => {
    if (source !== getOriginalText(item, field)) return true
    const current = item.texts[lang]?.[field]
    const isSaved = current
      ? current.text === text && current.state === wantedState && current.source === source
      : text.trim() === ''
    return was !== (current?.text ?? '') && !isSaved
  })

/** Validates translations to save; null stands for one to remove. */
export function parseTexts(
  item: ItemState,
  { lang, fields, state }: TextsToSave,
  translatableFields: readonly string[],
): Record<string, Translation | null> {
  const unknownFields = Object.keys(fields).filter(
    (field) => !translatableFields.includes(field) && !item.texts[lang]?.[field],
  )
  if (unknownFields.length > 0)
    throw invalid('fields', `These can’t be translated: ${unknownFields.join(', ')}.`)

  const entries = Object.entries(fields).map(([field, { text: typed, source, same = false }]) => {
    const parsed = getTextSchema(field).safeParse(typed)
    if (!parsed.success) throw invalid(`fields.${field}`, parsed.error.issues[0]?.message ?? '')
    const text = parsed.data
    if (text.trim() === '') return [field, null] as const

    const problem = findTranslationProblem(item, { lang, field, text, mayEqualOriginal: same })
    if (problem) throw invalid(`fields.${field}`, problem)
    return [field, { text, state, source }] as const
  })
  return Object.fromEntries(entries)
}

export interface ImportedText extends TranslationColumn {
  readonly text: string
}

/** Adds the translations of an uploaded file as checked; unchanged ones keep their state. */
export function withImportedTexts(
  item: ItemState,
  imported: readonly ImportedText[],
): { after?: ItemState; problem?: string } {
  let texts = item.texts
  for (const { lang, field, text, column } of imported) {
    const currentText = item.texts[lang]?.[field]?.text ?? ''
    const source = getOriginalText(item, field)
    // The column of the original's language may repeat the original.
    const repeatsOriginal = text === source && resolveOriginalLanguage(item) === lang
    if (text === currentText || repeatsOriginal) continue
    if (text.trim() === '') {
      texts = withTexts(texts, lang, { [field]: null })
      continue
    }
    const problem = findTranslationProblem(item, { lang, field, text })
    if (problem) return { problem: `${column}: ${problem}` }
    texts = withTexts(texts, lang, { [field]: { text, state: 'checked', source } })
  }
  return { after: { ...item, texts } }
}

interface TranslationToCheck extends Pick<ImportedText, 'lang' | 'field' | 'text'> {
  /** Whether staff confirmed that the translation equals the original. */
  readonly mayEqualOriginal?: boolean
}

/** Explains why a text can't be the translation of a field; null if it can. */
function findTranslationProblem(
  item: ItemState,
  { lang, field, text, mayEqualOriginal = false }: TranslationToCheck,
): string | null {
  const original = getOriginalText(item, field).trim()
  if (resolveOriginalLanguage(item) === lang)
    return `The original is already in ${languageNames[lang]}. Please change it there.`
  if (original === '') return 'There is no original to translate. Please write the original first.'
  // A name may equal the original without confirmation.
  const isUntranslated = field !== 'name' && !mayEqualOriginal && text.trim() === original
  return isUntranslated ? sameAsOriginalMessage : null
}

const sameAsOriginalMessage =
  'The translation is the same as the original. Please translate it, or confirm that both are meant to be the same.'

/** Returns the schema of a field's original, which its translations must match, too. */
export const getTextSchema = (field: string) =>
  field === 'name' || field === 'description' ? ItemTextInput.shape[field] : TagValue
