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
  /** The address of its start page without a language. */
  readonly url: string
  readonly picture: string | null
  readonly lang: LabelLanguage
}

/** A museum in the words of schema.org, with its hours in its own words. */
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

/** For search results and link previews: whose museum it is, when it is open, what it costs and where it is. */
export function describeMuseum({ about, imprint, lang }: MuseumDataInput): string {
  const words = visitorWords[lang].museum
  const topics = museumTopics.flatMap((topic) => {
    const said = pickMuseumText(about, topic, lang)
    return said ? `${words.topics[topic]}: ${toSingleLine(said.text)}` : []
  })
  return truncateForPreview(
    [imprint.foundation, ...topics, imprint.address].filter(Boolean).join(' · '),
  )
}

/** The languages in which visitors read the museum's own texts; all where it has none, as they read the labels. */
export function listMuseumLanguages(about: MuseumState): LabelLanguage[] {
  const written = (lang: LabelLanguage) =>
    museumTopics.map((topic) => pickMuseumText(about, topic, lang)?.language ?? lang)
  return labelLanguages.filter((lang) => written(lang).every((language) => language === lang))
}

const toSingleLine = (text: string) => text.replaceAll(/\s+/g, ' ').trim()
