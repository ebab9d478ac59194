import { type LabelLanguage, labelLanguages, visitorWords } from '@vitrine/contract'
import { Fragment } from 'react'

/** Where visitors can ask about what they see. */
export interface AskAt {
  readonly href: string
  /** An outside chat in place of our guide. */
  readonly outside: boolean
}

/** The heading is in all languages: questions are answered in each. */
export function Questions({ ask, lang }: { readonly ask: AskAt; readonly lang: LabelLanguage }) {
  return (
    <section className="questions">
      <h2>
        {labelLanguages.map((each, index) => (
          <Fragment key={each}>
            {index > 0 && ' '}
            <span lang={each}>{visitorWords[each].page.questions}</span>
          </Fragment>
        ))}
      </h2>
      <div className="frame" data-unreachable={visitorWords[lang].page.unreachable}>
        {ask.outside ? (
          <>
            <p>{visitorWords[lang].ask.wait}</p>
            <iframe src={ask.href} title={visitorWords[lang].page.chat} loading="lazy" />
          </>
        ) : (
          // A script puts the page into a frame here once the visitor comes near: a lazy frame loads from afar.
          <a href={ask.href} data-frame={visitorWords[lang].page.questions}>
            {visitorWords[lang].ask.ask}
          </a>
        )}
      </div>
    </section>
  )
}
