import {
  type LabelLanguage,
  type MuseumText,
  type PageLanguage,
  type PublicEvent,
  pickEventText,
  toPlainText,
  truncateToLine,
  typeset,
  visitorWords,
  withLangParameter,
} from '@vitrine/contract'
import { renderToStaticMarkup } from 'react-dom/server'
import type { Contact } from '../document/page.ts'
import { formatEventDates } from '../events/event-when.ts'
import { getLanguageAttributes } from '../factsheet/texts.tsx'
import { ContactLinks, MuseumTextParts } from '../museum/visit.tsx'
import { formatNotTranslated } from '../words.ts'

export interface TextWithLanguage {
  readonly text: string
  /** Undefined: the page's language. Empty: unknown. */
  readonly language?: string | undefined
}

/** A row of the item's table. */
export interface Fact {
  readonly label: TextWithLanguage
  readonly value: TextWithLanguage
}

export type GuideAnswer =
  | { readonly kind: 'fact'; readonly facts: readonly Fact[] }
  | { readonly kind: 'quotes'; readonly sentences: readonly TextWithLanguage[] }
  /** Facts and sentences of the item's text, in the order chosen by a model. */
  | { readonly kind: 'model'; readonly lines: readonly (TextWithLanguage | Fact)[] }
  | { readonly kind: 'greeting' | 'thanks' }
  /** Visitor information; null if the museum has none, or if the question was about its contact. */
  | { readonly kind: 'museum'; readonly said: MuseumText | null }
  | { readonly kind: 'events'; readonly events: readonly PublicEvent[] }
  /** `textIn`: language and page of the item's text, if it is not the visitor's language. */
  | {
      readonly kind: 'unknown'
      readonly textIn?: { readonly language: LabelLanguage; readonly page: string }
    }

/** A question with its answer. */
export interface Turn {
  readonly question: string
  readonly answer: GuideAnswer
  /** Other items of the museum that the question names. */
  readonly others: readonly { readonly href: string; readonly name: TextWithLanguage }[]
  /** Suggestions for further questions. */
  readonly further: readonly string[]
}

export interface TurnProps extends PageLanguage {
  readonly turn: Turn
  readonly contact: Contact
}

/** Renders an answer to be added to an open page. */
export const renderTurn = (props: TurnProps): string =>
  renderToStaticMarkup(<TurnSection {...props} />)

export const renderWait = (lang: LabelLanguage): string =>
  renderToStaticMarkup(<p className="wait">{visitorWords[lang].ask.wait}</p>)

export function TurnSection({ turn, contact, lang }: TurnProps) {
  const { question, answer, others, further } = turn
  const words = visitorWords[lang].ask
  return (
    <section className="turn">
      <h2 dir="auto">{question}</h2>
      <AnswerParts answer={answer} contact={contact} lang={lang} />
      {others.length > 0 && (
        <p className="others">
          {words.others}{' '}
          {others.map(({ href, name }, index) => (
            <span key={href}>
              {index > 0 && ', '}
              <a href={href} target="_top" {...getLanguageAttributes(name.language, lang)}>
                {name.text}
              </a>
            </span>
          ))}
        </p>
      )}
      <Examples questions={further} lang={lang} />
    </section>
  )
}

/** Id of the question form. */
export const askFormId = 'ask'

interface ExamplesProps {
  readonly questions: readonly string[]
  readonly lang: LabelLanguage
}

export const Examples = ({ questions, lang }: ExamplesProps) =>
  questions.length > 0 && (
    <fieldset>
      <legend>{visitorWords[lang].ask.examples}</legend>
      {questions.map((question) => (
        <button
          key={question}
          type="submit"
          form={askFormId}
          name="suggestion"
          value={question}
          formNoValidate
        >
          {question}
        </button>
      ))}
    </fieldset>
  )

interface AnswerProps {
  readonly answer: GuideAnswer
  readonly contact: Contact
  readonly lang: LabelLanguage
}

function AnswerParts({ answer, contact, lang }: AnswerProps) {
  const words = visitorWords[lang].ask
  switch (answer.kind) {
    case 'fact':
      return <Facts facts={answer.facts} lang={lang} />
    case 'quotes':
      return (
        <>
          <p className="quiet">{words.fromText}</p>
          {answer.sentences.map((sentence) => (
            <Quote key={sentence.text} sentence={sentence} lang={lang} />
          ))}
        </>
      )
    case 'model':
      return (
        <>
          <p className="quiet">{words.chosen}</p>
          {answer.lines.map((line) =>
            'label' in line ? (
              <Facts key={line.label.text} facts={[line]} lang={lang} />
            ) : (
              <Quote key={line.text} sentence={line} lang={lang} />
            ),
          )}
        </>
      )
    case 'unknown':
      return (
        <p>
          {answer.textIn ? (
            <a
              href={withLangParameter(answer.textIn.page, {
                lang: answer.textIn.language,
                pinned: true,
              })}
              target="_top"
            >
              {formatNotTranslated(answer.textIn.language, lang)}
            </a>
          ) : (
            words.unknown
          )}{' '}
          {words.person} <ContactSentence contact={contact} lang={lang} />
        </p>
      )
    case 'museum':
      return answer.said ? (
        <MuseumTextParts said={answer.said} lang={lang} />
      ) : (
        <p>
          {words.person} <ContactSentence contact={contact} lang={lang} />
        </p>
      )
    case 'events':
      return <Events events={answer.events} lang={lang} />
    case 'greeting':
    case 'thanks':
      return <p>{words[answer.kind]}</p>
  }
}

/** In characters; longer texts are truncated. */
const maxEventLength = 400

const Events = ({
  events,
  lang,
}: {
  readonly events: readonly PublicEvent[]
  readonly lang: LabelLanguage
}) => (
  <>
    <p className="quiet">{visitorWords[lang].museum.events}</p>
    {events.map((event) => {
      const { html, language } = pickEventText(event, lang)
      const text = toPlainText(html)
      return (
        <blockquote key={event.id}>
          <strong>{formatEventDates(event, lang)}</strong>
          <p className="said" {...getLanguageAttributes(language, lang)}>
            {typeset(
              text.length > maxEventLength ? truncateToLine(text, maxEventLength) : text,
              language,
            )}
          </p>
        </blockquote>
      )
    })}
    <p className="others">
      <a href={`/save-the-date?lang=${lang}`} target="_top">
        {visitorWords[lang].museum.allEvents}
      </a>
    </p>
  </>
)

const ContactSentence = ({ contact, lang }: Pick<AnswerProps, 'contact' | 'lang'>) =>
  (contact.email || contact.telephone) && (
    <>
      {visitorWords[lang].ask.contact} <ContactLinks contact={contact} />
    </>
  )

const Facts = ({
  facts,
  lang,
}: {
  readonly facts: readonly Fact[]
  readonly lang: LabelLanguage
}) => (
  <dl>
    {facts.map(({ label, value }) => (
      <div key={`${label.text} ${value.text}`}>
        <dt {...getLanguageAttributes(label.language, lang)}>{label.text}</dt>
        <dd {...getLanguageAttributes(value.language, lang)}>{value.text}</dd>
      </div>
    ))}
  </dl>
)

const Quote = ({
  sentence,
  lang,
}: {
  readonly sentence: TextWithLanguage
  readonly lang: LabelLanguage
}) => <blockquote {...getLanguageAttributes(sentence.language, lang)}>{sentence.text}</blockquote>
