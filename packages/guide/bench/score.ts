import { type Answer, answer, type GuideItem, type PreparedItem, prepareItem } from '../src/index.ts'
import { demoItems, type Question } from './questions.ts'

export interface Judged {
  readonly question: Question
  readonly answer: Answer
  readonly right: boolean
  /** A row of the table that was not asked for: it reads as a false fact. */
  readonly wrongRow: boolean
  readonly invented: boolean
}

/** Asks every question and judges the answers. */
export function judged(questions: readonly Question[]): Judged[] {
  const items = demoItems()
  const prepared = new Map<string, [GuideItem, PreparedItem]>()
  return questions.map((question) => {
    const { item, language, text } = question
    const key = `${item} ${language} ${text === undefined ? '' : text.slice(0, 100)}`
    let known = prepared.get(key)
    if (!known) {
      const made = items.get(item)?.(language)
      if (!made) throw new Error(`The demo has no item ${item}.`)
      const asked = text === undefined ? made : { ...made, text }
      known = [asked, prepareItem(asked, language)]
      prepared.set(key, known)
    }
    const given = answer(known[1], question.question)
    const right = isRight(question, known[0], given)
    const wrongRow = given.kind === 'fact' && !right
    return { question, answer: given, right, wrongRow, invented: isInvented(known[0], given) }
  })
}

/** A remark belongs to what it is about: 'approx' to a number. */
const remarks = new Map([['units_comment', 'units_built']])

function isRight({ set, expected }: Question, item: GuideItem, given: Answer): boolean {
  if (set === 'facts') {
    // What the page does not show, such as the name of a file, cannot be told.
    if (!item.rows.some(({ key }) => expected.includes(key))) return given.kind === 'unknown'
    return given.kind === 'fact' && given.attributes.every(({ key }) => expected.includes(remarks.get(key) ?? key))
  }
  if (set === 'story')
    return given.kind === 'quotes' && given.sentences.some(({ text }) => expected.some((part) => text.includes(part)))
  return expected.includes('any') || expected.includes(given.kind)
}

/** An answer that is neither a row of the item nor a sentence of its text, word for word. */
function isInvented(item: GuideItem, given: Answer): boolean {
  if (given.kind === 'fact')
    return !given.attributes.every(({ key, label, value }) =>
      item.rows.some((row) => row.key === key && row.label === label && row.value === value),
    )
  return given.kind === 'quotes' && !given.sentences.every(({ text }) => text !== '' && item.text.includes(text))
}
