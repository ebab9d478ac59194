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
import { getLanguageAttributes } from '../factsheet/texts.tsx'
import { formatNotTranslated } from '../words.ts'

/** A text about the museum, with a note if it is not in the reader's language. */
export const MuseumTextParts = ({ said, lang }: MuseumTextProps) => (
  <>
    <MuseumTextParagraphs said={said} lang={lang} />
    <LanguageNotes languages={[said.language]} lang={lang} />
  </>
)

interface MuseumTextProps {
  readonly said: MuseumText
  readonly lang: LabelLanguage
}

const MuseumTextParagraphs = ({ said, lang }: MuseumTextProps) => (
  <>
    <p className="said" {...getLanguageAttributes(said.language, lang)}>
      {typeset(said.text, said.language)}
    </p>
    {said.outdated && <p className="quiet">{visitorWords[lang].page.outdated}</p>}
  </>
)

/** Notes on texts that are not in the reader's language, one for each language. */
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
        {formatNotTranslated(language, lang)}
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

interface VisitorInformationProps {
  readonly museum: MuseumState
  readonly lang: LabelLanguage
  /** Default: all topics. */
  readonly topics?: readonly MuseumTopic[]
}

/** Visitor information about a museum, as far as it is available. */
export function VisitorInformation({
  museum,
  lang,
  topics = museumTopics,
}: VisitorInformationProps) {
  const labels = visitorWords[lang].museum.topics
  const texts = topics.map((topic) => ({ topic, said: pickMuseumText(museum, topic, lang) }))
  return (
    <>
      <dl className="visit">
        {texts.map(
          ({ topic, said }) =>
            said && (
              <div key={topic}>
                <dt>{labels[topic]}</dt>
                <dd>
                  <MuseumTextParagraphs said={said} lang={lang} />
                </dd>
              </div>
            ),
        )}
        {(museum.email || museum.telephone) && (
          <div>
            <dt>{labels.contact}</dt>
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

export const hasVisitorInformation = ({
  museum,
  lang,
  topics = museumTopics,
}: VisitorInformationProps): boolean =>
  museum.email !== '' ||
  museum.telephone !== '' ||
  topics.some((topic) => pickMuseumText(museum, topic, lang))
