import type { AnswerKind, LabelLanguage } from '@vitrine/contract'
import type { Flag, Generated } from '../../db/tables.ts'

declare module '../../db/tables.ts' {
  interface Tables {
    /** A visitor's question about an item, without anything about the visitor. */
    visitor_question: {
      id: Generated<number>
      /** A calendar day, 'YYYY-MM-DD'. */
      day: string
      item_id: number
      lang: LabelLanguage
      /** As typed, without personal addresses and numbers. */
      question: string
      /** Equal for questions with the same meaning. */
      meaning: string
      /** Kind of the answer that the visitor got. */
      kind: AnswerKind
      /** Kind of the answer from the current data. */
      kind_now: AnswerKind
      /** State of the item for which `kind_now` was determined; empty before the first time. */
      asked_of: string
      /** Set by staff: 1 = dismissed, 2 = marked as answered. */
      dismissed: Flag | 2
    }
  }
}
