import {
  type ItemType,
  inventoryTypes,
  type LabelLanguage,
  labelLanguages,
  type MuseumState,
  museumTopics,
  pickMuseumText,
  visitorWords,
} from '@vitrine/contract'
import { type Imprint, type StructuredData, truncateForPreview } from '../document/page.ts'

interface MuseumDataInput {
  readonly type: ItemType
  readonly about: MuseumState
  readonly imprint: Imprint
  /** URL of the start page, without language. */
  readonly url: string
  readonly picture: string | null
  readonly lang: LabelLanguage
}

/** Builds schema.org data of a museum, with its opening hours as free text. */
export function buildMuseumData({
  type,
  about,
  imprint,
  url,
  picture,
  lang,
}: MuseumDataInput): StructuredData {
  const hours = pickMuseumText(about, 'hours', lang)
  return {
    '@context': 'https://schema.org',
    '@type': 'Museum',
    name: inventoryTypes[type].museum,
    url,
    ...(picture && { image: new URL(picture, url).href }),
    ...(imprint.address && { address: imprint.address }),
    ...(about.telephone && { telephone: about.telephone }),
    ...(hours && { openingHours: toSingleLine(hours.text) }),
  }
}

/** Describes a museum for search results and link previews. */
export function describeMuseum({ about, imprint, lang }: MuseumDataInput): string {
  const words = visitorWords[lang].museum
  const topics = museumTopics.flatMap((topic) => {
    const text = pickMuseumText(about, topic, lang)
    return text ? `${words.topics[topic]}: ${toSingleLine(text.text)}` : []
  })
  return truncateForPreview(
    [imprint.foundation, ...topics, imprint.address].filter(Boolean).join(' · '),
  )
}

/**
 * Lists the languages in which all of the museum's texts exist. For a museum without texts these are
 * all languages, because its page then has only labels.
 */
export function listMuseumLanguages(about: MuseumState): LabelLanguage[] {
  const listTopicLanguages = (lang: LabelLanguage) =>
    museumTopics.map((topic) => pickMuseumText(about, topic, lang)?.language ?? lang)
  return labelLanguages.filter((lang) =>
    listTopicLanguages(lang).every((language) => language === lang),
  )
}

const toSingleLine = (text: string) => text.replaceAll(/\s+/g, ' ').trim()
