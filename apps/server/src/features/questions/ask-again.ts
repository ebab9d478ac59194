import {
  type AnswerKind,
  answerKinds,
  type ItemType,
  type LabelLanguage,
  localiseItem,
  localiseRows,
  type QuestionGroup,
  toSpokenRow,
  truncateToLine,
  versionLabel,
} from '@vitrine/contract'
import { type Answer, answer, type ItemNames, prepareItem } from '@vitrine/guide'
import { yieldIfDue } from '../../base/event-loop.ts'
import type { Db } from '../../db/tables.ts'
import { readRevision } from '../../projections/index.ts'
import type { VisitorItemReader } from '../factsheets/index.ts'
import { questionStore } from './store.ts'

/** What an item answers, as it is now. */
interface CurrentAnswer {
  readonly kind: AnswerKind
  readonly text: string
  readonly lang: LabelLanguage
}
/** Null once the item is gone. */
export type FindAnswerer = (
  type: ItemType,
  id: number,
  lang: LabelLanguage,
) => Promise<((question: string) => CurrentAnswer) | null>

/** As many as one reading of the list asks again; the others are next time's. */
const maxRefreshed = 200
const maxAnswerLength = 200

/**
 * Asks questions without an answer again, of items that have changed since: a text may answer them
 * by now, or no longer.
 */
export async function refreshUnanswered(db: Db, answering: FindAnswerer): Promise<void> {
  const store = questionStore(db)
  const due = await store.listOutdated(
    `${versionLabel} ${await readRevision(db, ['attributes'])}`,
    maxRefreshed,
  )
  for (const [first, ...others] of Map.groupBy(
    due,
    ({ item_id, lang }) => `${item_id} ${lang}`,
  ).values()) {
    if (!first) continue
    const answerTo = await answering(first.type, first.item_id, first.lang)
    if (!answerTo) continue
    const asked: { readonly id: number; readonly kind: AnswerKind }[] = []
    for (const { id, question } of [first, ...others]) {
      await yieldIfDue()
      asked.push({ id, kind: answerTo(question).kind })
    }
    for (const kind of answerKinds) {
      const ids = asked.filter((one) => one.kind === kind).map(({ id }) => id)
      if (ids.length > 0) await store.setAnswerKind(ids, kind, first.state)
    }
  }
}

type GroupWithoutAnswer = Omit<QuestionGroup, 'answer'>

/** With what visitors read now; a model is not asked again. */
export async function withCurrentAnswers(
  groups: readonly GroupWithoutAnswer[],
  answering: FindAnswerer,
): Promise<QuestionGroup[]> {
  const canBeAsked = ({ state, kinds, item }: GroupWithoutAnswer) =>
    state === 'answered' && item.shown && !item.archived && !kinds.includes('model')
  const asked = groups.filter(canBeAsked)
  const answers = new Map<number, QuestionGroup['answer']>()
  for (const [first, ...others] of Map.groupBy(
    asked,
    ({ item, lang }) => `${item.id} ${lang}`,
  ).values()) {
    if (!first) continue
    const answerTo = await answering(first.item.type, first.item.id, first.lang)
    for (const { id, question } of answerTo ? [first, ...others] : []) {
      await yieldIfDue()
      const { text, lang } = answerTo?.(question) ?? { text: '', lang: first.lang }
      answers.set(id, { text: truncateToLine(text, maxAnswerLength), lang })
    }
  }
  return groups.map((group) => ({ ...group, answer: answers.get(group.id) ?? null }))
}

/** From what its page shows; without the names, other items that a question names are not known. */
export const pageAnswererFinder =
  (visitors: VisitorItemReader, names?: () => Promise<ItemNames>): FindAnswerer =>
  async (type, id, lang) => {
    const [item] = await visitors.listPreviews(type, [id])
    if (!item) return null
    const definitions = await visitors.definitions(type)
    const read = localiseItem(item, lang, definitions)
    const { rows, musicRows } = localiseRows(item, read, lang, definitions)
    const { name, description: text, languages } = read
    const textLanguage = languages.description || lang
    const prepared = prepareItem(
      { id, name, rows: [...musicRows, ...rows], text, textLanguage },
      lang,
    )
    const others = await names?.()
    return (question) => {
      const found = answer(prepared, question, others)
      return {
        kind: found.kind,
        text: formatAnswer(found),
        lang: found.kind === 'quotes' ? textLanguage : lang,
      }
    }
  }

function formatAnswer(found: Answer): string {
  if (found.kind === 'fact')
    return found.attributes
      .map(toSpokenRow)
      .map(({ label, value }) => `${label}: ${value}`)
      .join(' · ')
  return found.kind === 'quotes' ? found.sentences.map(({ text }) => text).join(' … ') : ''
}
