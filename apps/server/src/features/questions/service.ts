import { type AnswerKind, dayOf, type LabelLanguage, questionRetentionDays } from '@vitrine/contract'
import { maxQuestion, meaningOf } from '@vitrine/guide'
import { type Clock, days } from '../../base/clock.ts'
import type { Db, Tx } from '../../db/tables.ts'
import { questionStore } from './store.ts'

export interface KeptQuestion {
  readonly itemId: number
  readonly language: LabelLanguage
  /** Without what would tell who asked. */
  readonly question: string
  readonly kind: AnswerKind
}

/** What visitors asked. */
export const questionService = (db: Db, clock: Clock) => ({
  async keep({ itemId, language, question, kind }: KeptQuestion): Promise<void> {
    const asked = question
      .slice(0, maxQuestion)
      .toWellFormed()
      .replaceAll(/[\p{Cc}\s]+/gu, ' ')
      .trim()
    await questionStore(db).add({
      ...{ day: dayOf(clock.now()), item_id: itemId, lang: language, question: asked },
      ...{ meaning: meaningOf(asked, language), kind, kind_now: kind, asked_of: '', dismissed: 0 },
    })
  },
})

export type QuestionService = ReturnType<typeof questionService>

/** Removes questions past their retention; returns how many. */
export const purgeQuestions = (tx: Tx, clock: Clock): Promise<number> =>
  questionStore(tx).purge(dayOf(new Date(clock.now().getTime() - days(questionRetentionDays))))
