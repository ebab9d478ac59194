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

/** Example questions that the guide can answer. */
interface Examples {
  readonly rows: readonly { readonly question: string; readonly answer: Answer }[]
  readonly story: readonly string[]
}

const maxSuggestions = 4
const maxFurtherSuggestions = 3

/** Suggests questions that the item's table answers. */
export const suggestQuestions = (item: AskedItem): readonly string[] =>
  getExamples(item).rows.map(({ question }) => question)

/**
 * Suggests next questions: from the table, and one that the text answers; not the one just asked.
 */
export function suggestFurtherQuestions(
  item: AskedItem,
  question: string,
  answer: Answer,
): string[] {
  const { rows, story } = getExamples(item)
  const askedMeaning = toMeaningKey(question, item.lang)
  const [storyQuestion] = story.filter(
    (candidate) => toMeaningKey(candidate, item.lang) !== askedMeaning,
  )
  const rowQuestions = rows
    .filter((row) => !isDeepStrictEqual(row.answer, answer))
    .map((row) => row.question)
  return storyQuestion === undefined
    ? rowQuestions.slice(0, maxFurtherSuggestions)
    : [...rowQuestions.slice(0, maxFurtherSuggestions - 1), storyQuestion]
}

const examplesByItem = new WeakMap<PreparedItem, Examples>()

function getExamples(item: AskedItem): Examples {
  const examples = examplesByItem.get(item.prepared) ?? {
    rows: listRowQuestions(item),
    story: listStoryQuestions(item),
  }
  examplesByItem.set(item.prepared, examples)
  return examples
}

/**
 * Questions by attribute name, the most asked attributes first; other headline attributes are left
 * out.
 */
function listRowQuestions({ type, rows, prepared }: AskedItem): Examples['rows'] {
  const { asked, headline }: { asked: readonly string[]; headline: readonly string[] } =
    inventoryTypes[type].page
  const mostAsked = asked.flatMap((key) => rows.filter((row) => row.key === key))
  const others = rows.filter(({ key }) => !asked.includes(key) && !headline.includes(key))
  const answersByQuestion = new Map<string, Answer>()
  for (const row of [...mostAsked, ...others]) {
    const question = toSpokenRow(row).name
    const answer = answerQuestion(prepared, question)
    if (answer.kind === 'fact' && answer.attributes[0]?.key === row.key)
      answersByQuestion.set(question, answer)
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
