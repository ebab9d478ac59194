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
const maxFurther = 3

/** Suggests questions that the item's table answers. */
export const suggestQuestions = (item: AskedItem): readonly string[] =>
  getExamples(item).rows.map(({ question }) => question)

/**
 * Suggests next questions: from the table, and one that the text answers; not the one just asked.
 */
export function suggestFurtherQuestions(
  item: AskedItem,
  question: string,
  found: Answer,
): string[] {
  const { rows, story } = getExamples(item)
  const askedMeaning = toMeaningKey(question, item.lang)
  const [storyQuestion] = story.filter((other) => toMeaningKey(other, item.lang) !== askedMeaning)
  const rowQuestions = rows
    .filter((row) => !isDeepStrictEqual(row.answer, found))
    .map((row) => row.question)
  return storyQuestion === undefined
    ? rowQuestions.slice(0, maxFurther)
    : [...rowQuestions.slice(0, maxFurther - 1), storyQuestion]
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
  const answerable = [...mostAsked, ...others].flatMap((row) => {
    const question = toSpokenRow(row).name
    const rowAnswer = answerQuestion(prepared, question)
    return rowAnswer.kind === 'fact' && rowAnswer.attributes[0]?.key === row.key
      ? [[question, rowAnswer] as const]
      : []
  })
  return [...new Map(answerable)]
    .slice(0, maxSuggestions)
    .map(([question, rowAnswer]) => ({ question, answer: rowAnswer }))
}

/** Questions about years in the text. */
const listStoryQuestions = ({ lang, prepared }: AskedItem): string[] =>
  findTextOnlyYears(prepared)
    .slice(0, maxSuggestions)
    .map((year) => visitorWords[lang].ask.inYear.replace('{year}', year))
    .filter((question) => answerQuestion(prepared, question).kind === 'quotes')
