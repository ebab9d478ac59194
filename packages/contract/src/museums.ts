import {
  type LabelLanguage,
  languageNames,
  type TextLanguage,
  textLanguages,
  toTextLanguage,
} from './languages.ts'
import type { RecordState } from './records.ts'

/** Topics of visitor information about a museum. */
export const museumTopics = ['hours', 'tickets', 'access', 'facilities'] as const
export type MuseumTopic = (typeof museumTopics)[number]

export const museumTopicNames: Readonly<Record<MuseumTopic, string>> = {
  hours: 'Opening hours',
  tickets: 'Tickets',
  access: 'How to get here',
  facilities: 'Toilets, cloakroom, wheelchairs',
}

/**
 * State of a language's texts. Visitors see no drafts. Outdated: another language has changed
 * since.
 */
export const museumTextStates = ['draft', 'checked', 'outdated'] as const
export type MuseumTextState = (typeof museumTextStates)[number]

export type MuseumTextField = `${MuseumTopic}_${TextLanguage}`
export type MuseumStateField = `state_${TextLanguage}`

export const museumTextField = (topic: MuseumTopic, language: TextLanguage): MuseumTextField =>
  `${topic}_${language}`
export const museumStateField = (language: TextLanguage): MuseumStateField => `state_${language}`

const defaults = { search: null, since: 1 } as const

const textFieldsIn = (language: TextLanguage) =>
  [
    [
      museumStateField(language),
      { kind: 'line', label: `${languageNames[language]}: state`, ...defaults },
    ],
    ...museumTopics.map((topic) => {
      const label = `${museumTopicNames[topic]} (${languageNames[language]})`
      return [museumTextField(topic, language), { kind: 'prose', label, ...defaults }] as const
    }),
  ] as const

interface FieldDescription<Kind extends 'line' | 'prose'> {
  readonly kind: Kind
  readonly label: string
  readonly search: null
  readonly since: 1
}

/** Fields of a museum, in the order of the form. */
export const museumFields = {
  email: { kind: 'line', label: 'E-mail', ...defaults },
  telephone: { kind: 'line', label: 'Telephone', ...defaults },
  .../* @__PURE__ */ (Object.fromEntries(textLanguages.flatMap(textFieldsIn)) as Record<
    MuseumStateField,
    FieldDescription<'line'>
  > &
    Record<MuseumTextField, FieldDescription<'prose'>>),
} as const
export type MuseumState = RecordState<typeof museumFields>

/** A text about a museum, with its actual language. */
export interface MuseumText {
  readonly text: string
  readonly language: TextLanguage
  readonly outdated: boolean
}

/** Finds a topic's text for a reader: in their language, else in English, else in any language. */
export function pickMuseumText(
  museum: MuseumState,
  topic: MuseumTopic,
  lang: LabelLanguage,
): MuseumText | null {
  const languages = new Set<TextLanguage>([toTextLanguage(lang), 'en', ...textLanguages])
  for (const language of languages) {
    const text = museum[museumTextField(topic, language)].trim()
    const state = museum[museumStateField(language)]
    if (text !== '' && state !== 'draft') return { text, language, outdated: state === 'outdated' }
  }
  return null
}
