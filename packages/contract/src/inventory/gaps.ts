import { languageNames, type TextLanguage } from '../languages.ts'
import type { AttributeDefinition, AttributeKind } from './attributes.ts'
import { detectLanguage, isDetectable } from './detect-language.ts'
import { getTextState, type TextState, type TranslatedItem } from './item-texts.ts'
import type { ItemType } from './types.ts'
import { findAttributeWarning } from './value-warnings.ts'

/** Condition of a rule. One with attributes applies to types whose catalogue has them. */
type GapCondition =
  | { readonly empty: 'picture' | 'description' }
  | { readonly undescribed: 'pictures' }
  /** The original seems to be in another language than the chosen one. */
  | { readonly otherLanguage: 'description' }
  | { readonly emptyAttribute: string }
  /** The item has an original, and its text in this language is in one of these states. */
  | { readonly textIn: TextLanguage; readonly states: readonly TextState[] }
  /** Values of these kinds look mistyped, or one of these periods ends before it begins. */
  | {
      readonly suspectKinds: readonly AttributeKind[]
      readonly periods: readonly (readonly [string, string])[]
    }
  | { readonly uncheckedYears: number }

interface GapRule {
  readonly title: string
  /** Why the gap matters and what to do about it. */
  readonly advice: string
  readonly finds: GapCondition
}

const untranslated = (lang: TextLanguage) => ({
  title: `Without text in ${languageNames[lang]}`,
  advice: 'Visitors read it in another language. Please translate it, or check the draft.',
  finds: { textIn: lang, states: ['draft', 'missing'] as const },
})

const outdated = (lang: TextLanguage) => ({
  title: `Outdated in ${languageNames[lang]}`,
  advice: 'The original has changed since. Please compare the two, then mark the text as checked.',
  finds: { textIn: lang, states: ['outdated'] as const },
})

/** What items may lack. The keys are used in URLs (`?gap=location`) and in the database. */
export const gapRules = {
  picture: {
    title: 'Without picture',
    advice: 'Visitors see an empty frame. Please upload a picture.',
    finds: { empty: 'picture' },
  },
  alt: {
    title: 'Without alternative text',
    advice:
      'Screen readers say nothing about the picture. Please describe it in French, German and English.',
    finds: { undescribed: 'pictures' },
  },
  text: {
    title: 'Without text',
    advice: 'There is nothing to read. Please write a description.',
    finds: { empty: 'description' },
  },
  language: {
    title: 'Check language',
    advice:
      'The text reads as another language than the one chosen for it. Please correct one of them.',
    finds: { otherLanguage: 'description' },
  },
  text_fr: untranslated('fr'),
  text_de: untranslated('de'),
  text_en: untranslated('en'),
  outdated_fr: outdated('fr'),
  outdated_de: outdated('de'),
  outdated_en: outdated('en'),
  location: {
    title: 'Without place',
    advice: 'It can’t be found in the museum. Please choose its place.',
    finds: { emptyAttribute: 'location' },
  },
  implausible: {
    title: 'Implausible values',
    advice: 'A year or a number looks mistyped, or a period ends before it begins. Please check.',
    finds: { suspectKinds: ['year', 'number'], periods: [['year_from', 'year_to']] },
  },
  unchecked: {
    title: 'Not checked in five years',
    advice: 'Please look at the object, correct what is wrong, and choose ‘Checked today’.',
    finds: { uncheckedYears: 5 },
  },
} as const satisfies Record<string, GapRule>

export type Gap = keyof typeof gapRules
export const gaps = Object.keys(gapRules) as readonly Gap[]

/** Input of the rules. */
interface GapFacts extends TranslatedItem {
  readonly type: ItemType
  readonly hasPicture: boolean
  /** Whether a public picture lacks an alternative text in one of the languages. */
  readonly lacksAlt: boolean
}

/** Finds the gaps of an item, except the time-based one. */
export const findGaps = (
  item: GapFacts,
  attributes: readonly AttributeDefinition[],
  thisYear: number,
): Gap[] => gaps.filter((gap) => hasGap(gapRules[gap].finds, item, attributes, thisYear))

function hasGap(
  finds: GapCondition,
  item: GapFacts,
  attributes: readonly AttributeDefinition[],
  thisYear: number,
): boolean {
  if ('empty' in finds)
    return finds.empty === 'picture' ? !item.hasPicture : item.description.trim() === ''
  if ('undescribed' in finds) return item.lacksAlt
  if ('otherLanguage' in finds) return seemsOtherLanguage(item)
  if ('emptyAttribute' in finds) {
    const key = finds.emptyAttribute
    return attributes.some(({ tag_key }) => tag_key === key) && !item.tags[key]?.trim()
  }
  if ('textIn' in finds)
    return item.description.trim() !== '' && finds.states.includes(getTextState(item, finds.textIn))
  if ('uncheckedYears' in finds) return false
  const isSuspect = (attribute: AttributeDefinition) =>
    finds.suspectKinds.some((kind) => kind === attribute.kind) &&
    findAttributeWarning(attribute, item.tags[attribute.tag_key] ?? '', {
      type: item.type,
      thisYear,
    }) !== null
  return (
    attributes.some(isSuspect) ||
    finds.periods.some(([from, to]) =>
      endsBeforeItBegins(item.tags[from] ?? '', item.tags[to] ?? ''),
    )
  )
}

/** Shorter texts are too short for a reliable detection. */
const minWords = 12

function seemsOtherLanguage({ language, description }: TranslatedItem): boolean {
  const detected = detectLanguage(description)
  if (detected === null || detected === language || !isDetectable(language)) return false
  return description.split(/\s+/, minWords).length === minWords
}

function endsBeforeItBegins(from: string, to: string): boolean {
  const [start, end] = [from, to].map((text) => text.match(/\d{4}/)?.[0])
  return start !== undefined && end !== undefined && end < start
}

/** The gap that arises by the passage of time; see `checkedCutoffDay`. */
export const timeBasedGap = 'unchecked' satisfies Gap

/** Items last checked before this day have the time-based gap. */
export const checkedCutoffDay = (today: string): string =>
  `${Number(today.slice(0, 4)) - gapRules[timeBasedGap].finds.uncheckedYears}${today.slice(4)}`
