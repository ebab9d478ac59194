import {
  type LabelLanguage,
  languageNames,
  type TextLanguage,
  textLanguages,
  toTextLanguage,
} from './languages.ts'
import type { RecordState } from './records.ts'

/** What visitors ask about a museum, whatever they look at. */
export const museumTopics = ['hours', 'tickets', 'access', 'facilities'] as const
export type MuseumTopic = (typeof museumTopics)[number]

export const museumTopicNames: Readonly<Record<MuseumTopic, string>> = {
  hours: 'Opening hours',
  tickets: 'Tickets',
  access: 'How to get here',
  facilities: 'Toilets, cloakroom, wheelchairs',
}

/** How the texts of a language stand: visitors read no drafts; an outdated one is older than that of another language. */
export const museumTextStates = ['draft', 'checked', 'outdated'] as const
export type MuseumTextState = (typeof museumTextStates)[number]

export type MuseumTextField = `${MuseumTopic}_${TextLanguage}`
export type MuseumStateField = `state_${TextLanguage}`

export const museumTextField = (topic: MuseumTopic, language: TextLanguage): MuseumTextField =>
  `${topic}_${language}`
export const museumStateField = (language: TextLanguage): MuseumStateField => `state_${language}`

const unsearched = { search: null, since: 1 } as const

const textsOf = (language: TextLanguage) =>
  [
    [
      museumStateField(language),
      { kind: 'line', label: `${languageNames[language]}: state`, ...unsearched },
    ],
    ...museumTopics.map((topic) => {
      const label = `${museumTopicNames[topic]} (${languageNames[language]})`
      return [museumTextField(topic, language), { kind: 'prose', label, ...unsearched }] as const
    }),
  ] as const

interface Described<Kind extends 'line' | 'prose'> {
  readonly kind: Kind
  readonly label: string
  readonly search: null
  readonly since: 1
}

/** What the foundation says about a museum, in the order of its form. */
export const museumFields = {
  email: { kind: 'line', label: 'E-mail', ...unsearched },
  telephone: { kind: 'line', label: 'Telephone', ...unsearched },
  .../* @__PURE__ */ (Object.fromEntries(textLanguages.flatMap(textsOf)) as Record<
    MuseumStateField,
    Described<'line'>
  > &
    Record<MuseumTextField, Described<'prose'>>),
} as const
export type MuseumState = RecordState<typeof museumFields>

/** A text about a museum in the language it is in. */
export interface MuseumText {
  readonly text: string
  readonly language: TextLanguage
  readonly outdated: boolean
}

/** A topic for readers of a language: in theirs, else in English, else in one in which the museum wrote it. */
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
