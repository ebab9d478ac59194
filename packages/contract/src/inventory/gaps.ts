import { languageNames, type TextLanguage } from '../languages.ts'
import { type AttributeDefinition, type AttributeKind, findAttributeWarning } from './attributes.ts'
import { detectLanguage, isDetectable } from './detect-language.ts'
import { getTextState, type TextState, type TranslatedItem } from './item-texts.ts'

/** How a rule finds its items. One that names attributes holds where the type's catalogue offers them. */
type Finds =
  | { readonly empty: 'picture' | 'description' }
  | { readonly undescribed: 'pictures' }
  /** Where the original reads as another language than the one chosen for it. */
  | { readonly otherLanguage: 'description' }
  | { readonly emptyAttribute: string }
  /** Where there is an original to read, but its text in a language is in one of these states. */
  | { readonly textIn: TextLanguage; readonly states: readonly TextState[] }
  /** Values of these kinds that look mistyped, and periods that end before they begin. */
  | {
      readonly suspectKinds: readonly AttributeKind[]
      readonly periods: readonly (readonly [string, string])[]
    }
  | { readonly uncheckedYears: number }

interface GapRule {
  readonly title: string
  /** Why it matters and what to do. */
  readonly advice: string
  readonly finds: Finds
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

/** What items may lack. A rule is named by its key in addresses (`?gap=location`) and in the database. */
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

/** What the rules look at. */
interface GapFacts extends TranslatedItem {
  readonly hasPicture: boolean
  /** Whether visitors see a picture that lacks an alternative text in one of the languages. */
  readonly lacksAlt: boolean
}

/** The gaps of an item, except those that come with time. */
export const findGaps = (
  item: GapFacts,
  attributes: readonly AttributeDefinition[],
  thisYear: number,
): Gap[] => gaps.filter((gap) => hasGap(gapRules[gap].finds, item, attributes, thisYear))

function hasGap(
  finds: Finds,
  item: GapFacts,
  attributes: readonly AttributeDefinition[],
  thisYear: number,
): boolean {
  if ('empty' in finds)
    return finds.empty === 'picture' ? !item.hasPicture : item.description.trim() === ''
  if ('undescribed' in finds) return item.lacksAlt
  if ('otherLanguage' in finds) return readsAsAnother(item)
  if ('emptyAttribute' in finds) {
    const key = finds.emptyAttribute
    return attributes.some(({ tag_key }) => tag_key === key) && !item.tags[key]?.trim()
  }
  if ('textIn' in finds)
    return item.description.trim() !== '' && finds.states.includes(getTextState(item, finds.textIn))
  if ('uncheckedYears' in finds) return false
  const isSuspect = (attribute: AttributeDefinition) =>
    finds.suspectKinds.some((kind) => kind === attribute.kind) &&
    findAttributeWarning(attribute, item.tags[attribute.tag_key] ?? '', thisYear) !== null
  return (
    attributes.some(isSuspect) ||
    finds.periods.some(([from, to]) =>
      endsBeforeItBegins(item.tags[from] ?? '', item.tags[to] ?? ''),
    )
  )
}

/** A few words are too little to tell by. */
const fewestWords = 12

function readsAsAnother({ language, description }: TranslatedItem): boolean {
  const read = detectLanguage(description)
  if (read === null || read === language || !isDetectable(language)) return false
  return description.split(/\s+/, fewestWords).length === fewestWords
}

function endsBeforeItBegins(from: string, to: string): boolean {
  const [begun, ended] = [from, to].map((text) => text.match(/\d{4}/)?.[0])
  return begun !== undefined && ended !== undefined && ended < begun
}

/** The gap that comes with time: items last checked before this day have it. */
export const timeBasedGap = 'unchecked' satisfies Gap

/** The day on which something checked that day becomes due again, counted back from today. */
export const checkedCutoffDay = (today: string): string =>
  `${Number(today.slice(0, 4)) - gapRules[timeBasedGap].finds.uncheckedYears}${today.slice(4)}`
