import type { Condition } from '../conditions.ts'
import { languageNames, type TextLanguage } from '../languages.ts'
import type { AttributeKind } from './attributes.ts'
import type { TextState } from './item-texts.ts'

/** Condition of a rule. One with attributes applies to types whose catalogue has them. */
export type GapCondition =
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
  /** Of the latest check, unless a task made from it is done. */
  | { readonly condition: Condition }

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
  condition: {
    title: 'Urgent condition',
    advice: 'Please treat it, then check it again or close its task.',
    finds: { condition: 'urgent' },
  },
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

export const conditionGap = 'condition' satisfies Gap

/** The gap that arises by the passage of time; see `checkedCutoffDay`. */
export const timeBasedGap = 'unchecked' satisfies Gap

/** Items last checked before this day have the time-based gap. */
export const checkedCutoffDay = (today: string): string =>
  `${Number(today.slice(0, 4)) - gapRules[timeBasedGap].finds.uncheckedYears}${today.slice(4)}`
