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

/** Only our own pages may embed it in a frame. */
export const askPageOrigins: PagePolicyOptions = {
  forms: true,
  connect: true,
  embeddedBy: ["'self'"],
}

interface AskPageState {
  readonly turn?: Turn
  readonly problem?: AskProblem
  readonly typed?: string
}

/** Renders the pages on which visitors ask questions. */
export const askPages = ({ db, clock, config, get }: Context) => {
  const guide = get(guideService)
  const cached = cachePerRevision({ db, revisionNames: [], sizeOf: estimatePageBytes })
  const imprint = () => toImprint(config.foundation, clock)

  const toProps = (item: AskedItem, { turn, problem, typed = '' }: AskPageState) => ({
    contact: toContact(item),
    type: item.type,
    name: { text: item.name, language: item.languages.name },
    item: itemPath(item.type, item.id),
    action: askPath(item.type, item.id),
    // After a question, the space is for the answer.
    suggestions: turn || problem ? [] : guide.suggestions(item),
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
    form(item: AskedItem): Promise<FinishedPage> {
      const props = toProps(item, {})
      return cached(JSON.stringify(props), async () => {
        const page = await renderPage({
          props,
          render: renderAskPage,
          policyOptions: askPageOrigins,
        })
        return { ...page, finished: { ...page.finished, cache: 'revalidate' } }
      })
    },

    /** The page with a question and its answer, for browsers without scripts. */
    answered: (item: AskedItem, asked: AskPageState): RenderedPage =>
      renderAskPage(toProps(item, asked)),

    /** Fragments streamed into an open page. */
    turn: (item: AskedItem, turn: Turn): string =>
      renderTurn({ turn, contact: toContact(item), lang: item.lang, pinned: item.pinned }),
    wait: ({ lang }: AskedItem): string => renderWait(lang),
    problem: ({ lang }: AskedItem, problem: AskProblem, typed: string): string =>
      formatAskProblem(problem, { typed, max: maxQuestionLength, lang }),

    absent(
      type: ItemType,
      why: 'unknown' | 'withdrawn',
      language: PageLanguage,
    ): Promise<FinishedPage> {
      const props = {
        imprint: imprint(),
        type,
        why,
        scripts: scriptAddresses,
        staffPath: null,
        ...language,
      }
      return cached(JSON.stringify(props), () =>
        renderPage({ props, render: renderAbsentPage, policyOptions: { embeddedBy: ["'self'"] } }),
      )
    },
  }
}

/** Only the shown fields, because they are part of the cache key. */
const toContact = ({ museum: { email, telephone } }: AskedItem) => ({ email, telephone })

export type AskPages = ReturnType<typeof askPages>
