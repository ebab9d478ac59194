import { protectGuillemets, typesetFrench } from '@vitrine/text'
import {
  type LabelLanguage,
  labelLanguages,
  type TextLanguage,
  textLanguages,
  toTextLanguage,
} from '../languages.ts'
import type { Audience } from './attributes.ts'

/** Visitors see checked texts only. */
export const translationStates = ['draft', 'checked'] as const
export type TranslationState = (typeof translationStates)[number]

/** A translated text. It is outdated if the current original differs from `source`. */
export interface Translation {
  readonly text: string
  readonly state: TranslationState
  readonly source: string
}

export type ItemTexts = {
  readonly [lang in TextLanguage]?: { readonly [field: string]: Translation }
}

/** Texts of an item in its original language. */
export interface OriginalTexts {
  readonly name: string
  readonly description: string
  readonly tags: Readonly<Record<string, string>>
}

export interface TranslatedItem extends OriginalTexts {
  /** Language of the original: chosen, else detected, else empty. */
  readonly language: LabelLanguage | ''
  readonly texts: ItemTexts
}

/** Translatable fields besides attributes. */
export const baseTextFields = ['name', 'description'] as const

export const isBaseTextField = (field: string): field is (typeof baseTextFields)[number] =>
  (baseTextFields as readonly string[]).includes(field)

/** Properties that determine whether an attribute is translatable. */
export interface TranslatableAttribute {
  readonly tag_key: string
  readonly multiline: boolean
  readonly audience: Audience
  readonly retired: boolean
}

/** The translatable fields of an item: name, description, and public multi-line attributes. */
export const listTranslatableFields = (attributes: readonly TranslatableAttribute[]): string[] => [
  ...baseTextFields,
  ...attributes
    .filter(({ multiline, audience, retired }) => multiline && audience === 'visitors' && !retired)
    .map(({ tag_key }) => tag_key)
    .filter((key) => !isBaseTextField(key)),
]

export const getOriginalText = (item: OriginalTexts, field: string): string =>
  isBaseTextField(field) ? item[field] : (item.tags[field] ?? '')

/** From best to worst. */
export const textStates = ['original', 'checked', 'outdated', 'draft', 'missing'] as const
export type TextState = (typeof textStates)[number]

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
 * State of a language as a whole: the worst of name and description, if the original has them. A
 * name may stay untranslated, as those of cars and people do.
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

/** An item's texts for readers of one language. */
export interface LocalisedItem extends OriginalTexts {
  /** Actual language of each text, by field; empty if unknown. */
  readonly languages: Readonly<Record<string, LabelLanguage | ''>>
  /** Whether any translation is older than its original. */
  readonly outdated: boolean
  /** Language of the description if it is not the requested one (empty if unknown); else null. */
  readonly original: LabelLanguage | '' | null
}

/** Picks each text for visitors: its checked translation, or else the original. */
export function localiseItem(
  item: TranslatedItem,
  lang: LabelLanguage,
  attributes: readonly TranslatableAttribute[],
): LocalisedItem {
  const targetLanguage = toTextLanguage(lang)
  const isOriginal = item.language === lang || item.language === targetLanguage
  // A name of unknown language is typeset like the page.
  const typesettingLanguage = (field: string) => item.language || (field === 'name' ? lang : '')
  const localiseField = (field: string) => {
    const original = getOriginalText(item, field)
    const translation = isOriginal ? undefined : item.texts[targetLanguage]?.[field]
    // Hides translations of an original that was emptied.
    if (translation?.state !== 'checked' || original.trim() === '') {
      const text = typeset(original, typesettingLanguage(field))
      return { text, language: item.language, outdated: false }
    }
    return {
      text: typeset(translation.text, targetLanguage),
      language: targetLanguage,
      outdated: translation.source !== original,
    }
  }

  const fields = listTranslatableFields(attributes)
  const texts = new Map(fields.map((field) => [field, localiseField(field)]))
  const [name, description] = [localiseField('name'), localiseField('description')]
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

/** Languages in which an item can be read; all of them if it has no description, only labels. */
export const listDescriptionLanguages = ({
  language,
  description,
  texts,
}: TranslatedItem): LabelLanguage[] =>
  labelLanguages.filter(
    (lang) =>
      description.trim() === '' ||
      language === lang ||
      textLanguages.some(
        (target) => target === lang && texts[target]?.description?.state === 'checked',
      ),
  )

/** Sets the typographic spaces of French, and non-breaking spaces within guillemets. */
export const typeset = (text: string, language: LabelLanguage | ''): string =>
  language === 'fr' ? typesetFrench(text) : protectGuillemets(text)
