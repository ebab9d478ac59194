import { randomUUID } from 'node:crypto'
import {
  type AnswerKind,
  type CsvDelimiter,
  type LabelLanguage,
  maxStoredQuestions,
  type QuestionFilter,
  questionRetentionDays,
  questionsCsvName,
  toCsvText,
  toDay,
} from '@vitrine/contract'
import { maxQuestion, meaningOf } from '@vitrine/guide'
import { type Clock, days } from '../../base/clock.ts'
import { yieldToEventLoop } from '../../base/event-loop.ts'
import { fail, notFound, overloaded } from '../../base/failure.ts'
import { createQueue } from '../../base/queue.ts'
import type { Db, Tx } from '../../db/tables.ts'
import type { FinishedAnswer } from '../../http/finished.ts'
import { type FindAnswerer, refreshUnanswered, withCurrentAnswers } from './ask-again.ts'
import { questionStore, type settlements } from './store.ts'
import { csvHeadings, representativePart, toCsvLine, toQuestionGroup } from './view.ts'

export interface VisitorQuestion {
  readonly itemId: number
  readonly language: LabelLanguage
  /** Without what would tell who asked. */
  readonly question: string
  readonly kind: AnswerKind
}

// A sign of Chinese or Japanese is a word; of other scripts it takes two letters.
const hasWord = /\p{L}\p{M}*\p{L}|[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u
const groupsPerPage = 50
const maxItems = 500
const linesPerQuery = 1000

/** What visitors ask. */
export const questionRecorder = (db: Db, clock: Clock) => ({
  async record({ itemId, language, question, kind }: VisitorQuestion): Promise<void> {
    const asked = question
      .slice(0, maxQuestion)
      .toWellFormed()
      .replaceAll(/[\p{Cc}\s]+/gu, ' ')
      .trim()
    const meaning = meaningOf(asked, language)
    const store = questionStore(db)
    await store.add({
      day: toDay(clock.now()),
      item_id: itemId,
      lang: language,
      question: asked,
      meaning,
      kind,
    })
    if (kind === 'unknown' && !hasWord.test(asked))
      await store.settle({ item_id: itemId, meaning }, 'dismissed')
  },
})

export type QuestionRecorder = ReturnType<typeof questionRecorder>

/** What staff see of it. Each reading brings up to date which questions are answered. */
export const questionService = (db: Db, answering: FindAnswerer) => {
  const store = questionStore(db)
  const queue = createQueue({ concurrency: 1, maxWaiting: 4, rejection: overloaded })
  let refreshing: Promise<void> | undefined

  /** Callers at the same time share the work. */
  function refresh(): Promise<void> {
    refreshing ??= refreshUnanswered(db, answering).finally(() => {
      refreshing = undefined
    })
    return refreshing
  }

  async function renderCsv(
    filter: QuestionFilter,
    delimiter: CsvDelimiter,
    signal: AbortSignal,
  ): Promise<Buffer> {
    const parts = [Buffer.from(toCsvText([csvHeadings], delimiter))]
    let before: number | undefined
    for (;;) {
      signal.throwIfAborted()
      const found = await store.listLines(filter, { before, limit: linesPerQuery })
      // Only the first part has the byte order mark.
      parts.push(Buffer.from(toCsvText(found.map(toCsvLine), delimiter).slice(1)))
      if (found.length < linesPerQuery) return Buffer.concat(parts)
      before = found.at(-1)?.id
      await yieldToEventLoop()
    }
  }

  return {
    async list({ after = 0, ...filter }: QuestionFilter & { readonly after?: number | undefined }) {
      await refresh()
      const keys = await store.listKeys(filter, { after, limit: groupsPerPage + 1 })
      const shown = keys.slice(0, groupsPerPage)
      const count = await store.count(filter)
      if (shown.length === 0) return { groups: [], next: null, count }
      const parts = await store.listParts(filter, shown)
      const byKey = Map.groupBy(parts, ({ item_id, meaning }) => `${item_id} ${meaning}`)
      const found = shown.flatMap(({ item_id, meaning }) => {
        const ofGroup = byKey.get(`${item_id} ${meaning}`) ?? []
        return { ofGroup, id: representativePart(ofGroup)?.newest ?? 0 }
      })
      const texts = await store.listTexts(found.map(({ id }) => id))
      const textOf = new Map(texts.map((text) => [text.id, text]))
      // One may have gone between two readings.
      const groups = found.flatMap(({ ofGroup, id }) => {
        const text = textOf.get(id)
        return text ? [toQuestionGroup(ofGroup, text)] : []
      })
      return {
        groups: await withCurrentAnswers(groups, answering),
        next: keys.length > groupsPerPage ? after + groupsPerPage : null,
        count,
      }
    },

    async unanswered(): Promise<number> {
      await refresh()
      return (await store.count({})).unanswered
    },

    items: () => store.listItems(maxItems),

    async csv(
      filter: QuestionFilter,
      delimiter: CsvDelimiter,
      signal: AbortSignal,
    ): Promise<FinishedAnswer> {
      await refresh()
      return {
        type: 'text/csv; charset=utf-8',
        name: randomUUID(),
        cache: 'revalidate',
        content: { plain: await queue(() => renderCsv(filter, delimiter, signal), { signal }) },
        file: { name: questionsCsvName, download: true },
      }
    },

    async settle(id: number, as: keyof typeof settlements): Promise<void> {
      const key = (await store.findKey(id)) ?? fail(notFound('This question no longer exists.'))
      await store.settle(key, as)
    },
  }
}

export type QuestionService = ReturnType<typeof questionService>

/** Removes questions past their retention; returns how many. */
export const purgeQuestions = (tx: Tx, clock: Clock): Promise<number> =>
  questionStore(tx).purge(
    toDay(new Date(clock.now().getTime() - days(questionRetentionDays))),
    maxStoredQuestions,
  )
