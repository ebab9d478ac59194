import type { ItemType, PageLanguage } from '@vitrine/contract'
import { maxQuestionLength } from '@vitrine/guide'
import {
  type AskProblem,
  formatAskProblem,
  type RenderedPage,
  renderAbsentPage,
  renderAskPage,
  renderTurn,
  renderWait,
  type Turn,
} from '@vitrine/pages'
import { toImprint } from '../../config/config.ts'
import type { Context } from '../../context.ts'
import {
  estimatePageBytes,
  type FinishedPage,
  type PagePolicyOptions,
  renderPage,
} from '../../http/page.ts'
import { scriptAddresses } from '../../http/visitor-scripts.ts'
import { cachePerRevision } from '../../projections/index.ts'
import { askPath, itemPath } from '../factsheets/index.ts'
import type { AskedItem } from './asked-items.ts'
import { guideService } from './service.ts'

/** Forms and requests of the page are allowed; only our own pages may embed it in a frame. */
export const askPagePolicy: PagePolicyOptions = {
  forms: true,
  connect: true,
  embeddedBy: ["'self'"],
}

interface AskPageState {
  /** The question and its answer. */
  readonly turn?: Turn
  readonly problem?: AskProblem
  /** The text left in the field. */
  readonly typed?: string
}

/** Renders the pages on which visitors ask questions. */
export const askPages = ({ db, clock, config, get }: Context) => {
  const guide = get(guideService)
  const renderCached = cachePerRevision({ db, revisionNames: [], sizeOf: estimatePageBytes })
  const getImprint = () => toImprint(config.foundation, clock)

  const toProps = (item: AskedItem, { turn, problem, typed = '' }: AskPageState) => ({
    contact: toContact(item),
    type: item.type,
    name: { text: item.name, language: item.languages.name },
    item: itemPath(item.type, item.id),
    action: askPath(item.type, item.id),
    // After a question, the space is for the answer.
    suggestions: turn || problem ? [] : guide.suggestQuestions(item),
    scripts: scriptAddresses,
    lang: item.lang,
    pinned: item.pinned,
    turn: turn ?? null,
    problem: problem ?? null,
    typed,
    max: maxQuestionLength,
  })

  return {
    /**
     * The page before a question. It sets the visitor's cookie, so shared caches must not store it.
     */
    getForm(item: AskedItem): Promise<FinishedPage> {
      const props = toProps(item, {})
      return renderCached(JSON.stringify(props), async () => {
        const page = await renderPage({
          props,
          render: renderAskPage,
          policyOptions: askPagePolicy,
        })
        return { ...page, finished: { ...page.finished, cache: 'revalidate' } }
      })
    },

    /** The page with a question and its answer, for browsers without scripts. */
    renderAnswered: (item: AskedItem, state: AskPageState): RenderedPage =>
      renderAskPage(toProps(item, state)),

    // Fragments streamed into an open page.
    renderTurn: (item: AskedItem, turn: Turn): string =>
      renderTurn({ turn, contact: toContact(item), lang: item.lang, pinned: item.pinned }),
    renderWait: ({ lang }: AskedItem): string => renderWait(lang),
    formatProblem: ({ lang }: AskedItem, problem: AskProblem, typed: string): string =>
      formatAskProblem(problem, { typed, max: maxQuestionLength, lang }),

    /** The page for an item that visitors can't ask about. */
    getAbsent(
      type: ItemType,
      why: 'unknown' | 'withdrawn',
      language: PageLanguage,
    ): Promise<FinishedPage> {
      const props = {
        imprint: getImprint(),
        type,
        why,
        scripts: scriptAddresses,
        staffPath: null,
        ...language,
      }
      return renderCached(JSON.stringify(props), () =>
        renderPage({ props, render: renderAbsentPage, policyOptions: { embeddedBy: ["'self'"] } }),
      )
    },
  }
}

/** Only the shown fields, because they are part of the cache key. */
const toContact = ({ museum: { email, telephone } }: AskedItem) => ({ email, telephone })

export type AskPages = ReturnType<typeof askPages>
