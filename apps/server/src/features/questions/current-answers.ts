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
import { type Answer, answerQuestion, type ItemNames, prepareItem } from '@vitrine/guide'
import { yieldIfDue } from '../../base/event-loop.ts'
import type { Db } from '../../db/tables.ts'
import { readRevision } from '../../projections/index.ts'
import type { VisitorItemReader } from '../factsheets/index.ts'
import { questionStore } from './store.ts'

/** An answer from the current data of an item. */
interface CurrentAnswer {
  readonly kind: AnswerKind
  readonly text: string
  readonly lang: LabelLanguage
}

/** Finds the function that answers questions about an item; null if the item no longer exists. */
export type FindAnswerer = (
  type: ItemType,
  id: number,
  lang: LabelLanguage,
) => Promise<((question: string) => CurrentAnswer) | null>

/** Questions refreshed at once; the others follow with the next request. */
const maxRefreshed = 200
/** Answers are shortened to this length. */
const maxAnswerLength = 200

/**
 * Answers unanswered questions again if their item has changed since: its text may answer them now,
 * or no longer.
 */
export async function refreshUnanswered(db: Db, findAnswerer: FindAnswerer): Promise<void> {
  const store = questionStore(db)
  const outdatedQuestions = await store.listOutdated(
    `${versionLabel} ${await readRevision(db, ['attributes'])}`,
    maxRefreshed,
  )
  for (const [first, ...others] of Map.groupBy(
    outdatedQuestions,
    ({ item_id, lang }) => `${item_id} ${lang}`,
  ).values()) {
    if (!first) continue
    const answer = await findAnswerer(first.type, first.item_id, first.lang)
    if (!answer) continue
    const answered: { readonly id: number; readonly kind: AnswerKind }[] = []
    for (const { id, question } of [first, ...others]) {
      await yieldIfDue()
      answered.push({ id, kind: answer(question).kind })
    }
    for (const kind of answerKinds) {
      const ids = answered.filter((question) => question.kind === kind).map(({ id }) => id)
      if (ids.length > 0) await store.setAnswerKind(ids, kind, first.state)
    }
  }
}

type GroupWithoutAnswer = Omit<QuestionGroup, 'answer'>

/** Adds the answers that visitors get now, except answers by a model. */
export async function withCurrentAnswers(
  groups: readonly GroupWithoutAnswer[],
  findAnswerer: FindAnswerer,
): Promise<QuestionGroup[]> {
  const canBeAsked = ({ state, kinds, item }: GroupWithoutAnswer) =>
    state === 'answered' && item.shown && !item.archived && !kinds.includes('model')
  const askable = groups.filter(canBeAsked)
  const answers = new Map<number, QuestionGroup['answer']>()
  for (const [first, ...others] of Map.groupBy(
    askable,
    ({ item, lang }) => `${item.id} ${lang}`,
  ).values()) {
    if (!first) continue
    const answer = await findAnswerer(first.item.type, first.item.id, first.lang)
    if (!answer) continue
    for (const { id, question } of [first, ...others]) {
      await yieldIfDue()
      const { text, lang } = answer(question)
      answers.set(id, { text: truncateToLine(text, maxAnswerLength), lang })
    }
  }
  return groups.map((group) => ({ ...group, answer: answers.get(group.id) ?? null }))
}

/**
 * Answers from an item's page. Without `names`, other items named in a question are not recognised.
 */
export const pageAnswererFinder =
  (itemReader: VisitorItemReader, names?: () => Promise<ItemNames>): FindAnswerer =>
  async (type, id, lang) => {
    const [item] = await itemReader.listPreviews(type, [id])
    if (!item) return null
    const definitions = await itemReader.listAttributes(type)
    const translated = localiseItem(item, lang, definitions)
    const { rows, musicRows } = localiseRows(item, translated, lang, definitions)
    const { name, description: text, languages } = translated
    const textLanguage = languages.description || lang
    const prepared = prepareItem(
      { id, name, rows: [...musicRows, ...rows], text, textLanguage },
      lang,
    )
    const otherNames = await names?.()
    return (question) => {
      const result = answerQuestion(prepared, question, otherNames)
      return {
        kind: result.kind,
        text: formatAnswer(result),
        lang: result.kind === 'quotes' ? textLanguage : lang,
      }
    }
  }

function formatAnswer(answer: Answer): string {
  if (answer.kind === 'fact')
    return answer.attributes
      .map(toSpokenRow)
      .map(({ label, value }) => `${label}: ${value}`)
      .join(' · ')
  return answer.kind === 'quotes' ? answer.sentences.map(({ text }) => text).join(' … ') : ''
}
