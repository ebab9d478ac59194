import { randomUUID } from 'node:crypto'
import {
  type AnswerKind,
  type CsvDelimiter,
  csvFile,
  dayOf,
  type LabelLanguage,
  maxQuestionsKept,
  type QuestionFilter,
  questionRetentionDays,
  questionsCsvName,
} from '@vitrine/contract'
import { maxQuestion, meaningOf } from '@vitrine/guide'
import { type Clock, days } from '../../base/clock.ts'
import { busy, fail, missing } from '../../base/failure.ts'
import { createQueue } from '../../base/queue.ts'
import { yieldToEventLoop } from '../../db/chunks.ts'
import type { Db, Tx } from '../../db/tables.ts'
import type { Finished } from '../../http/finished.ts'
import { questionStore } from './store.ts'
import { csvHeadings, shownPart, toCsvLine, toGroup } from './view.ts'

export interface KeptQuestion {
  readonly itemId: number
  readonly language: LabelLanguage
  /** Without what would tell who asked. */
  readonly question: string
  readonly kind: AnswerKind
}

const groupsAtOnce = 50
const maxItems = 500
const linesAtOnce = 1000

/** What visitors ask. */
export const questionService = (db: Db, clock: Clock) => ({
  async keep({ itemId, language, question, kind }: KeptQuestion): Promise<void> {
    const asked = question
      .slice(0, maxQuestion)
      .toWellFormed()
      .replaceAll(/[\p{Cc}\s]+/gu, ' ')
      .trim()
    await questionStore(db).add({
      day: dayOf(clock.now()),
      item_id: itemId,
      lang: language,
      question: asked,
      meaning: meaningOf(asked, language),
      kind,
    })
  },
})

export type QuestionService = ReturnType<typeof questionService>

/** What staff see of it; `askAgain` brings up to date which questions are answered. */
export const questionList = (db: Db, askAgain: () => Promise<void>) => {
  const store = questionStore(db)
  const queue = createQueue({ concurrency: 1, maxWaiting: 4, rejection: busy })

  async function lines(filter: QuestionFilter, delimiter: CsvDelimiter, signal: AbortSignal): Promise<Buffer> {
    const parts = [Buffer.from(csvFile([csvHeadings], delimiter))]
    let before: number | undefined
    for (;;) {
      signal.throwIfAborted()
      const found = await store.lines(filter, { before, limit: linesAtOnce })
      // Only the first part has the byte order mark.
      parts.push(Buffer.from(csvFile(found.map(toCsvLine), delimiter).slice(1)))
      if (found.length < linesAtOnce) return Buffer.concat(parts)
      before = found.at(-1)?.id
      await yieldToEventLoop()
    }
  }

  return {
    async list({ after = 0, ...filter }: QuestionFilter & { readonly after?: number | undefined }) {
      await askAgain()
      const keys = await store.keys(filter, { after, limit: groupsAtOnce + 1 })
      const shown = keys.slice(0, groupsAtOnce)
      const count = await store.count(filter)
      if (shown.length === 0) return { groups: [], next: null, count }
      const parts = await store.parts(filter, shown)
      const byKey = Map.groupBy(parts, ({ item_id, meaning }) => `${item_id} ${meaning}`)
      const found = shown.flatMap(({ item_id, meaning }) => {
        const ofGroup = byKey.get(`${item_id} ${meaning}`) ?? []
        return { ofGroup, id: shownPart(ofGroup)?.newest ?? 0 }
      })
      const texts = await store.texts(found.map(({ id }) => id))
      const textOf = new Map(texts.map((text) => [text.id, text]))
      return {
        // One may have gone between two readings.
        groups: found.flatMap(({ ofGroup, id }) => {
          const text = textOf.get(id)
          return text ? [toGroup(ofGroup, text, filter.state === 'dismissed')] : []
        }),
        next: keys.length > groupsAtOnce ? after + groupsAtOnce : null,
        count,
      }
    },

    async info(): Promise<{ info: string }> {
      await askAgain()
      const { unanswered } = await store.count({})
      return { info: unanswered > 0 ? `${unanswered} unanswered` : '' }
    },

    items: () => store.items(maxItems),

    async csv(filter: QuestionFilter, delimiter: CsvDelimiter, signal: AbortSignal): Promise<Finished> {
      await askAgain()
      return {
        type: 'text/csv; charset=utf-8',
        name: randomUUID(),
        cache: 'ask',
        content: { plain: await queue(() => lines(filter, delimiter, signal), { signal }) },
        file: { name: questionsCsvName, download: true },
      }
    },

    async dismiss(id: number, dismissed: boolean): Promise<void> {
      const key = (await store.find(id)) ?? fail(missing('There is no such question any more.'))
      await store.dismiss(key, dismissed)
    },
  }
}

export type QuestionList = ReturnType<typeof questionList>

/** Removes questions past their retention; returns how many. */
export const purgeQuestions = (tx: Tx, clock: Clock): Promise<number> =>
  questionStore(tx).purge(dayOf(new Date(clock.now().getTime() - days(questionRetentionDays))), maxQuestionsKept)
