import {
  type AnswerKind,
  answerKinds,
  type ItemType,
  inLanguage,
  type LabelLanguage,
  readRows,
  versionLabel,
} from '@vitrine/contract'
import { answer, type House, prepareItem } from '@vitrine/guide'
import { yieldToEventLoop } from '../../db/chunks.ts'
import type { Db } from '../../db/tables.ts'
import type { VisitorService } from '../factsheets/index.ts'
import { questionStore } from './store.ts'

/** How an item answers, as it is now; null once it is gone. */
type Answering = (type: ItemType, id: number, lang: LabelLanguage) => Promise<((question: string) => AnswerKind) | null>

/** As many as one reading of the list asks again; the others are next time's. */
const maxAtOnce = 200

/** Asks questions without an answer again, of items that have changed since: a text may answer them by now, or no longer. */
export const askAgain = (db: Db, answering: Answering) => async (): Promise<void> => {
  const store = questionStore(db)
  const { value } = await store.attributesRevision()
  const due = await store.due(`${versionLabel} ${value}`, maxAtOnce)
  for (const [first, ...others] of Map.groupBy(due, ({ item_id, lang }) => `${item_id} ${lang}`).values()) {
    if (!first) continue
    await yieldToEventLoop()
    const kindOf = await answering(first.type, first.item_id, first.lang)
    if (!kindOf) continue
    const asked = [first, ...others].map(({ id, question }) => ({ id, kind: kindOf(question) }))
    for (const kind of answerKinds) {
      const ids = asked.filter((one) => one.kind === kind).map(({ id }) => id)
      if (ids.length > 0) await store.answer(ids, kind, first.state)
    }
  }
}

/** From what its page shows; without the house, other items that a question names are not known. */
export const answeringFromPage =
  (visitors: VisitorService, house?: () => Promise<House>): Answering =>
  async (type, id, lang) => {
    const [item] = await visitors.previews(type, [id])
    if (!item) return null
    const definitions = await visitors.definitions(type)
    const read = inLanguage(item, lang, definitions)
    const { rows, musicRows } = readRows(item, read, lang, definitions)
    const { name, description: text, languages } = read
    const prepared = prepareItem(
      { name, rows: [...musicRows, ...rows], text, textLanguage: languages.description || lang },
      lang,
    )
    const others = await house?.()
    return (question) => answer(prepared, question, others).kind
  }
