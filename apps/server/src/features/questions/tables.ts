import type { AnswerKind, LabelLanguage } from '@vitrine/contract'
import type { Flag, Generated } from '../../db/tables.ts'

declare module '../../db/tables.ts' {
  interface Tables {
    /** A visitor's question about an item: the day, and nothing about the visitor. */
    visitor_question: {
      id: Generated<number>
      /** A calendar day, 'YYYY-MM-DD'. */
      day: string
      item_id: number
      lang: LabelLanguage
      /** As typed, without addresses and numbers that belong to a person. */
      question: string
      /** The same for questions that ask the same of an item. */
      meaning: string
      /** How the visitor was answered. */
      kind: AnswerKind
      /** How the item as it is now answers. */
      kind_now: AnswerKind
      /** The state of the item that `kind_now` is about; empty before the first comparison. */
      asked_of: string
      /** Set by staff: 1, no text has to answer it; 2, it is answered. */
      dismissed: Flag | 2
    }
  }
}
