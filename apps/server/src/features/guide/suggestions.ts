import { isDeepStrictEqual } from 'node:util'
import { inventoryTypes, toSpokenRow, visitorWords } from '@vitrine/contract'
import { type Answer, answer, meaningOf, type PreparedItem, toldYears } from '@vitrine/guide'
import type { AskedItem } from './asked-items.ts'

/** Questions that the guide can answer. */
interface Examples {
  readonly rows: readonly { readonly question: string; readonly answer: Answer }[]
  readonly story: readonly string[]
}

const maxSuggestions = 4
const maxFurther = 3

/** What can be asked of the item's table. */
export const suggestQuestions = (item: AskedItem): readonly string[] =>
  getExamples(item).rows.map(({ question }) => question)

/**
 * What can be asked next: of the table, and one question that the text answers; not what was just
 * asked, in whatever words.
 */
export function suggestFurtherQuestions(
  item: AskedItem,
  question: string,
  found: Answer,
): string[] {
  const { rows, story } = getExamples(item)
  const asked = meaningOf(question, item.lang)
  const [told] = story.filter((other) => meaningOf(other, item.lang) !== asked)
  const named = rows
    .filter((row) => !isDeepStrictEqual(row.answer, found))
    .map((row) => row.question)
  return told === undefined ? named.slice(0, maxFurther) : [...named.slice(0, maxFurther - 1), told]
}

const examplesByItem = new WeakMap<PreparedItem, Examples>()

function getExamples(item: AskedItem): Examples {
  const known = examplesByItem.get(item.prepared) ?? {
    rows: listRowQuestions(item),
    story: listStoryQuestions(item),
  }
  examplesByItem.set(item.prepared, known)
  return known
}

/**
 * Names of what the guide can tell, the most asked for first; what else stands in the headline is
 * left out.
 */
function listRowQuestions({ type, rows, prepared }: AskedItem): Examples['rows'] {
  const { asked, headline }: { asked: readonly string[]; headline: readonly string[] } =
    inventoryTypes[type].page
  const most = asked.flatMap((key) => rows.filter((row) => row.key === key))
  const others = rows.filter(({ key }) => !asked.includes(key) && !headline.includes(key))
  const told = [...most, ...others].flatMap((row) => {
    const question = toSpokenRow(row).name
    const given = answer(prepared, question)
    return given.kind === 'fact' && given.attributes[0]?.key === row.key
      ? [[question, given] as const]
      : []
  })
  return [...new Map(told)]
    .slice(0, maxSuggestions)
    .map(([question, given]) => ({ question, answer: given }))
}

/** Questions about years of the text. */
const listStoryQuestions = ({ lang, prepared }: AskedItem): string[] =>
  toldYears(prepared)
    .slice(0, maxSuggestions)
    .map((year) => visitorWords[lang].ask.inYear.replace('{year}', year))
    .filter((question) => answer(prepared, question).kind === 'quotes')
