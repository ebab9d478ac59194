import { type LabelLanguage, labelLanguages } from '@vitrine/contract'
import { Fragment } from 'react'
import { pageWords } from '../words/page.ts'

/** Where visitors ask a chat about what they see. The heading is in all languages: the chat answers in each. */
export function Questions({ chat, lang }: { readonly chat: string; readonly lang: LabelLanguage }) {
  return (
    <section className="questions">
      <h2>
        {labelLanguages.map((each, index) => (
          <Fragment key={each}>
            {index > 0 && ' '}
            <span lang={each}>{pageWords[each].questions}</span>
          </Fragment>
        ))}
      </h2>
      <iframe src={chat} title={pageWords[lang].chat} loading="lazy" />
    </section>
  )
}
