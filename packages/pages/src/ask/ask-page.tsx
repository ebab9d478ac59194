import {
  type ItemType,
  inventoryTypes,
  type PageLanguage,
  visitorWords,
  withLangParameter,
} from '@vitrine/contract'
import { renderDocument } from '../document/document.tsx'
import type { Contact, RenderedPage } from '../document/page.ts'
import { toDisplayName } from '../factsheet/factsheet.tsx'
import { getLanguageAttributes } from '../factsheet/texts.tsx'
import type { ScriptAddresses } from '../scripts.ts'
import { askFormId, Examples, type TextWithLanguage, type Turn, TurnSection } from './answer.tsx'
import askCss from './ask.css?inline'

export type AskProblem = 'empty' | 'long' | 'minute'

export interface AskPageProps extends PageLanguage {
  readonly contact: Contact
  readonly type: ItemType
  readonly name: TextWithLanguage
  /** URL of the item's page, without language. */
  readonly item: string
  /** URL of this page, without language. */
  readonly action: string
  readonly suggestions: readonly string[]
  readonly scripts: ScriptAddresses
  readonly turn: Turn | null
  readonly problem: AskProblem | null
  /** Text that stays in the field. */
  readonly typed: string
  /** Maximum length of a question. */
  readonly max: number
}

export const formatAskProblem = (
  problem: AskProblem,
  { typed, max, lang }: Pick<AskPageProps, 'typed' | 'max' | 'lang'>,
) =>
  visitorWords[lang].ask[problem]
    .replace('{max}', String(max))
    .replace('{count}', String(typed.length))

/** Renders the page for questions about an item, which may be framed in the item's page. */
export function renderAskPage(props: AskPageProps): RenderedPage {
  const { contact, type, scripts, turn, problem, typed, max } = props
  const { name, item, action, suggestions, lang, pinned } = props
  const language = { lang, pinned }
  const words = visitorWords[lang].ask
  const shown = toDisplayName(type, { name: name.text, lang })
  return renderDocument({
    title: `${visitorWords[lang].page.questions}: ${shown} – ${inventoryTypes[type].museum}`,
    ...language,
    museum: type,
    style: askCss,
    scripts: [scripts.ask],
    viewport: 'interactive-widget=resizes-content',
    offline: false,
    children: (
      <>
        <header>
          <p className="quiet">{words.notice}</p>
          <h1>
            <a
              href={withLangParameter(item, language)}
              target="_top"
              {...getLanguageAttributes(name.language, lang)}
            >
              {shown}
            </a>
          </h1>
        </header>
        <main>
          <div id="answers" role="log" aria-label={words.answers}>
            {turn && <TurnSection turn={turn} contact={contact} {...language} />}
          </div>
          <form
            id={askFormId}
            method="post"
            action={withLangParameter(action, language)}
            data-failed={words.failed}
          >
            <Examples questions={suggestions} lang={lang} />
            <label htmlFor="question">{words.question}</label>
            <div className="field">
              <textarea
                id="question"
                name="question"
                defaultValue={typed}
                dir="auto"
                rows={2}
                maxLength={max}
                required
                autoComplete="off"
                aria-describedby="problem"
                aria-invalid={problem === null ? undefined : true}
              />
              <button type="submit">{words.ask}</button>
            </div>
            <p id="problem" role="alert">
              {problem && formatAskProblem(problem, { typed, max, lang })}
            </p>
          </form>
        </main>
      </>
    ),
  })
}
