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
import { maxQuestionLength, toMeaningKey } from '@vitrine/guide'
import { type Clock, days } from '../../base/clock.ts'
import { yieldToEventLoop } from '../../base/event-loop.ts'
import { notFound, overloaded } from '../../base/failure.ts'
import { createQueue } from '../../base/queue.ts'
import type { Db, Tx } from '../../db/tables.ts'
import type { FinishedAnswer } from '../../http/finished.ts'
import { type FindAnswerer, refreshUnanswered, withCurrentAnswers } from './current-answers.ts'
import { questionStore, type settlements } from './store.ts'
import { csvHeadings, selectRepresentativePart, toCsvLine, toQuestionGroup } from './view.ts'

export interface VisitorQuestion {
  readonly itemId: number
  readonly language: LabelLanguage
  /** Without personal data. */
  readonly question: string
  readonly kind: AnswerKind
}

// Two letters in a row, or one sign in Chinese or Japanese.
const wordPattern = /\p{L}\p{M}*\p{L}|[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u
const groupsPerPage = 50
const maxListedItems = 500
const linesPerQuery = 1000

/** Stores visitors' questions. */
export const questionRecorder = (db: Db, clock: Clock) => ({
  async record({ itemId, language, question, kind }: VisitorQuestion): Promise<void> {
    const text = question
      .slice(0, maxQuestionLength)
      .toWellFormed()
      .replaceAll(/[\p{Cc}\s]+/gu, ' ')
      .trim()
    const meaning = toMeaningKey(text, language)
    const store = questionStore(db)
    await store.add({
      day: toDay(clock.now()),
      item_id: itemId,
      lang: language,
      question: text,
      meaning,
      kind,
    })
    if (kind === 'unknown' && !wordPattern.test(text))
      await store.settle({ item_id: itemId, meaning }, 'dismissed')
  },
})

export type QuestionRecorder = ReturnType<typeof questionRecorder>

/** Visitors' questions for staff. Each request first refreshes which questions are answered. */
export const questionService = (db: Db, findAnswerer: FindAnswerer) => {
  const store = questionStore(db)
  const queue = createQueue({ concurrency: 1, maxWaiting: 4, rejection: overloaded })
  let refreshing: Promise<void> | undefined

  /** Refreshes which questions are answered, once for concurrent callers. */
  function refresh(): Promise<void> {
    refreshing ??= refreshUnanswered(db, findAnswerer).finally(() => {
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
      const page = await store.listLines(filter, { before, limit: linesPerQuery })
      // Removes the byte order mark, which only the first part has.
      parts.push(Buffer.from(toCsvText(page.map(toCsvLine), delimiter).slice(1)))
      if (page.length < linesPerQuery) return Buffer.concat(parts)
      before = page.at(-1)?.id
      await yieldToEventLoop()
    }
  }

  return {
    async list({ after = 0, ...filter }: QuestionFilter & { readonly after?: number | undefined }) {
      await refresh()
      const keys = await store.listKeys(filter, { after, limit: groupsPerPage + 1 })
      const pageKeys = keys.slice(0, groupsPerPage)
      const count = await store.count(filter)
      if (pageKeys.length === 0) return { groups: [], next: null, count }
      const parts = await store.listParts(filter, pageKeys)
      const byKey = Map.groupBy(parts, ({ item_id, meaning }) => `${item_id} ${meaning}`)
      const groupsWithIds = pageKeys.flatMap(({ item_id, meaning }) => {
        const groupParts = byKey.get(`${item_id} ${meaning}`) ?? []
        return { groupParts, id: selectRepresentativePart(groupParts)?.newest ?? 0 }
      })
      const texts = await store.listTexts(groupsWithIds.map(({ id }) => id))
      const textById = new Map(texts.map((text) => [text.id, text]))
      // A question may have been deleted between the two queries.
      const groups = groupsWithIds.flatMap(({ groupParts, id }) => {
        const text = textById.get(id)
        return text ? [toQuestionGroup(groupParts, text)] : []
      })
      return {
        groups: await withCurrentAnswers(groups, findAnswerer),
        next: keys.length > groupsPerPage ? after + groupsPerPage : null,
        count,
      }
    },

    async unanswered(): Promise<number> {
      await refresh()
      return (await store.count({})).unanswered
    },

    items: () => store.listItems(maxListedItems),

    async csv(
      filter: QuestionFilter,
      delimiter: CsvDelimiter,
      signal: AbortSignal,
    ): Promise<FinishedAnswer> {
      await refresh()
      return {
        type: 'text/csv; charset=utf-8',
        etag: randomUUID(),
        cache: 'revalidate',
        content: { plain: await queue(() => renderCsv(filter, delimiter, signal), { signal }) },
        file: { name: questionsCsvName, download: true },
      }
    },

    async settle(id: number, settlement: keyof typeof settlements): Promise<void> {
      const key = await store.findKey(id)
      if (!key) throw notFound('This question no longer exists.')
      await store.settle(key, settlement)
    },
  }
}

export type QuestionService = ReturnType<typeof questionService>

/** Purges questions past their retention or beyond their maximum number; returns how many. */
export const purgeQuestions = (tx: Tx, clock: Clock): Promise<number> =>
  questionStore(tx).purge(
    toDay(new Date(clock.now().getTime() - days(questionRetentionDays))),
    maxStoredQuestions,
  )
