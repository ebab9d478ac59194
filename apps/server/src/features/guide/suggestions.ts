import { isDeepStrictEqual } from 'node:util'
import { inventoryTypes, toSpokenRow, visitorWords } from '@vitrine/contract'
import {
  type Answer,
  answerQuestion,
  findTextOnlyYears,
  type PreparedItem,
  toMeaningKey,
} from '@vitrine/guide'
import type { AskedItem } from './asked-items.ts'

/** Questions that the guide can answer. */
interface Suggestions {
  /** Answered by the item's table. */
  readonly rows: readonly { readonly question: string; readonly answer: Answer }[]
  /** Answered by the item's text. */
  readonly story: readonly string[]
}

const maxSuggestions = 4
const maxFurtherSuggestions = 3

/** Suggests questions that the item's table answers. */
export const suggestQuestions = (item: AskedItem): readonly string[] =>
  getSuggestions(item).rows.map(({ question }) => question)

/**
 * Suggests next questions: from the table, and one that the text answers; not the one just asked.
 */
export function suggestFurtherQuestions(
  item: AskedItem,
  question: string,
  answer: Answer,
): string[] {
  const { rows, story } = getSuggestions(item)
  const askedMeaning = toMeaningKey(question, item.lang)
  const storyQuestion = story.find(
    (candidate) => toMeaningKey(candidate, item.lang) !== askedMeaning,
  )
  const rowQuestions = rows
    .filter((row) => !isDeepStrictEqual(row.answer, answer))
    .map((row) => row.question)
  return storyQuestion === undefined
    ? rowQuestions.slice(0, maxFurtherSuggestions)
    : [...rowQuestions.slice(0, maxFurtherSuggestions - 1), storyQuestion]
}

const suggestionsByItem = new WeakMap<PreparedItem, Suggestions>()

function getSuggestions(item: AskedItem): Suggestions {
  const suggestions = suggestionsByItem.get(item.prepared) ?? {
    rows: listRowQuestions(item),
    story: listStoryQuestions(item),
  }
  suggestionsByItem.set(item.prepared, suggestions)
  return suggestions
}

/**
 * Questions by attribute name, the most asked attributes first; attributes of the headline only if
 * they are among these.
 */
function listRowQuestions({ type, rows, prepared }: AskedItem): Suggestions['rows'] {
  const { asked, headline }: { asked: readonly string[]; headline: readonly string[] } =
    inventoryTypes[type].page
  const mostAskedRows = asked.flatMap((key) => rows.filter((row) => row.key === key))
  const otherRows = rows.filter(({ key }) => !asked.includes(key) && !headline.includes(key))
  const answersByQuestion = new Map<string, Answer>()
  for (const row of [...mostAskedRows, ...otherRows]) {
    const question = toSpokenRow(row).name
    const answer = answerQuestion(prepared, question)
    const isAnsweredByRow = answer.kind === 'fact' && answer.attributes[0]?.key === row.key
    if (isAnsweredByRow) answersByQuestion.set(question, answer)
  }
  return Array.from(answersByQuestion, ([question, answer]) => ({ question, answer })).slice(
    0,
    maxSuggestions,
  )
}

/** Questions about years in the text. */
const listStoryQuestions = ({ lang, prepared }: AskedItem): string[] =>
  findTextOnlyYears(prepared)
    .slice(0, maxSuggestions)
    .map((year) => visitorWords[lang].ask.inYear.replace('{year}', year))
    .filter((question) => answerQuestion(prepared, question).kind === 'quotes')
