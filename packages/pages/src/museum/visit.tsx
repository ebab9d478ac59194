import {
  type LabelLanguage,
  type MuseumState,
  type MuseumText,
  type MuseumTopic,
  museumTopics,
  pickMuseumText,
  typeset,
  visitorWords,
} from '@vitrine/contract'
import type { Contact } from '../document/page.ts'
import { written } from '../factsheet/texts.tsx'
import { notTranslated } from '../words.ts'

/** A text about the museum, with its language where that is not the reader's. */
export const MuseumTextParts = ({ said, lang }: SaidProps) => (
  <>
    <SaidText said={said} lang={lang} />
    <LanguageNotes languages={[said.language]} lang={lang} />
  </>
)

interface SaidProps {
  readonly said: MuseumText
  readonly lang: LabelLanguage
}

const SaidText = ({ said, lang }: SaidProps) => (
  <>
    <p className="said" {...written(said.language, lang)}>
      {typeset(said.text, said.language)}
    </p>
    {said.outdated && <p className="quiet">{visitorWords[lang].page.outdated}</p>}
  </>
)

const LanguageNotes = ({
  languages,
  lang,
}: {
  readonly languages: readonly string[]
  readonly lang: LabelLanguage
}) =>
  [...new Set(languages)]
    .filter((language) => language !== lang)
    .map((language) => (
      <p key={language} className="quiet">
        {notTranslated(language, lang)}
      </p>
    ))

export const ContactLinks = ({ contact: { email, telephone } }: { readonly contact: Contact }) => (
  <>
    {email && (
      <a href={`mailto:${email}`} target="_top">
        {email}
      </a>
    )}
    {email && telephone && ' · '}
    {telephone && (
      <a href={`tel:${telephone.replaceAll(/[^\d+]/g, '')}`} target="_top">
        {telephone}
      </a>
    )}
  </>
)

interface VisitProps {
  readonly museum: MuseumState
  readonly lang: LabelLanguage
  readonly topics?: readonly MuseumTopic[]
}

/** What a visitor needs to know about a museum, as far as it says so. */
export function Visit({ museum, lang, topics = museumTopics }: VisitProps) {
  const words = visitorWords[lang].museum.topics
  const texts = topics.map((topic) => ({ topic, said: pickMuseumText(museum, topic, lang) }))
  return (
    <>
      <dl className="visit">
        {texts.map(
          ({ topic, said }) =>
            said && (
              <div key={topic}>
                <dt>{words[topic]}</dt>
                <dd>
                  <SaidText said={said} lang={lang} />
                </dd>
              </div>
            ),
        )}
        {(museum.email || museum.telephone) && (
          <div>
            <dt>{words.contact}</dt>
            <dd>
              <ContactLinks contact={museum} />
            </dd>
          </div>
        )}
      </dl>
      <LanguageNotes languages={texts.flatMap(({ said }) => said?.language ?? [])} lang={lang} />
    </>
  )
}

/** Whether there is anything to show. */
export const hasVisit = ({ museum, lang, topics = museumTopics }: VisitProps): boolean =>
  museum.email !== '' ||
  museum.telephone !== '' ||
  topics.some((topic) => pickMuseumText(museum, topic, lang))
