import { protectGuillemets, typesetFrench } from '@vitrine/text'
import {
  type LabelLanguage,
  labelLanguages,
  type TextLanguage,
  textLanguages,
  toTextLanguage,
} from '../languages.ts'
import type { Audience } from './attributes.ts'

/** A draft is for staff; visitors read checked texts. */
export const translationStates = ['draft', 'checked'] as const
export type TranslationState = (typeof translationStates)[number]

/** A text in another language. It is outdated once its original is no longer the `source` that it was made from. */
export interface Translation {
  readonly text: string
  readonly state: TranslationState
  readonly source: string
}

export type ItemTexts = {
  readonly [lang in TextLanguage]?: { readonly [field: string]: Translation }
}

/** An item in its own language. */
export interface OriginalTexts {
  readonly name: string
  readonly description: string
  readonly tags: Readonly<Record<string, string>>
}

export interface TranslatedItem extends OriginalTexts {
  /** Of the original: as chosen, else as recognised, else empty. */
  readonly language: LabelLanguage | ''
  readonly texts: ItemTexts
}

/** What can be translated beside attributes. */
export const baseTextFields = ['name', 'description'] as const

export const isBaseTextField = (field: string): field is (typeof baseTextFields)[number] =>
  (baseTextFields as readonly string[]).includes(field)

/** What decides whether an attribute is translated. */
export interface TranslatableAttribute {
  readonly tag_key: string
  readonly multiline: boolean
  readonly audience: Audience
  readonly retired: boolean
}

/** What is translated of an item: its name, its description and the long attributes that visitors read. */
export const listTranslatableFields = (attributes: readonly TranslatableAttribute[]): string[] => [
  ...baseTextFields,
  ...attributes
    .filter(({ multiline, audience, retired }) => multiline && audience === 'visitors' && !retired)
    .map(({ tag_key }) => tag_key)
    .filter((key) => !isBaseTextField(key)),
]

/** The original of a field. */
export const getOriginalText = (item: OriginalTexts, field: string): string =>
  isBaseTextField(field) ? item[field] : (item.tags[field] ?? '')

/** How a text stands in a language; from the best to the worst. */
export const textStates = ['original', 'checked', 'outdated', 'draft', 'missing'] as const
export type TextState = (typeof textStates)[number]

/** Of one field. */
export function getFieldTextState(
  item: TranslatedItem,
  lang: TextLanguage,
  field: string,
): TextState {
  if (item.language === lang) return 'original'
  const translation = item.texts[lang]?.[field]
  if (!translation) return 'missing'
  if (translation.state === 'draft') return 'draft'
  return translation.source === getOriginalText(item, field) ? 'checked' : 'outdated'
}

/**
 * Of the language as a whole: the worst of name and description, as far as the original has them. A name without
 * a translation stays as it is, as those of cars and people do.
 */
export function getTextState(item: TranslatedItem, lang: TextLanguage): TextState {
  const states = baseTextFields
    .filter((field) => item[field].trim() !== '')
    .map((field) => getFieldTextState(item, lang, field))
  if (states.length > 1 && states[0] === 'missing') states.shift()
  return (
    textStates.findLast((state) => states.includes(state)) ??
    (item.language === lang ? 'original' : 'missing')
  )
}

/** An item as readers of a language see it. */
export interface LocalisedItem extends OriginalTexts {
  /** The language of each text by field; empty where it is not known. */
  readonly languages: Readonly<Record<string, LabelLanguage | ''>>
  /** Whether any of it was translated from an original that has changed since. */
  readonly outdated: boolean
  /** The language of the description where it is not the one asked for, empty if it is not known; else null. */
  readonly original: LabelLanguage | '' | null
}

/** What visitors read: each text in their language where it is checked, else the original. */
export function localiseItem(
  item: TranslatedItem,
  lang: LabelLanguage,
  attributes: readonly TranslatableAttribute[],
): LocalisedItem {
  const into = toTextLanguage(lang)
  const isOriginal = item.language === lang || item.language === into
  // A name whose language is not known is set like the page around it.
  const languageFor = (field: string) => item.language || (field === 'name' ? lang : '')
  const read = (field: string) => {
    const original = getOriginalText(item, field)
    const translation = isOriginal ? undefined : item.texts[into]?.[field]
    // Where the original was emptied, its translations are not shown.
    return translation?.state === 'checked' && original.trim() !== ''
      ? {
          text: typeset(translation.text, into),
          language: into,
          outdated: translation.source !== original,
        }
      : { text: typeset(original, languageFor(field)), language: item.language, outdated: false }
  }
  const texts = new Map(listTranslatableFields(attributes).map((field) => [field, read(field)]))
  const [name, description] = [read('name'), read('description')]
  const tags = Object.entries(item.tags).map(([key, value]) => [
    key,
    isBaseTextField(key) ? value : (texts.get(key)?.text ?? value),
  ])
  return {
    name: name.text,
    description: description.text,
    tags: Object.fromEntries(tags),
    languages: Object.fromEntries([...texts].map(([field, { language }]) => [field, language])),
    outdated: [...texts.values()].some(({ outdated }) => outdated),
    original:
      description.language === lang || description.text.trim() === '' ? null : description.language,
  }
}

/** The languages in which visitors read the description of an item; all where it has none, as they read the labels. */
export const listDescriptionLanguages = ({
  language,
  description,
  texts,
}: TranslatedItem): LabelLanguage[] =>
  labelLanguages.filter(
    (lang) =>
      description.trim() === '' ||
      language === lang ||
      textLanguages.some((into) => into === lang && texts[into]?.description?.state === 'checked'),
  )

/** A text as printed: the signs of French need their spaces, and no line ends after an opening guillemet. */
export const typeset = (text: string, language: LabelLanguage | ''): string =>
  language === 'fr' ? typesetFrench(text) : protectGuillemets(text)
