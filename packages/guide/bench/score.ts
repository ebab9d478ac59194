import {
  type Answer,
  answerQuestion,
  findMuseumSubject,
  type GuideItem,
  matchAskedEvents,
  type PreparedItem,
  prepareItem,
} from '../src/index.ts'
import { demoEvents, demoItems, type Question } from './questions.ts'

/** What a visitor reads: of the item, or of the museum the subject or the texts of events. */
type GivenAnswer = Answer | { readonly kind: 'museum'; readonly subjects: readonly string[] }

export interface JudgedAnswer {
  readonly question: Question
  readonly answer: GivenAnswer
  readonly right: boolean
  /** A row of the table that was not asked for: it reads as a false fact. */
  readonly wrongRow: boolean
  readonly invented: boolean
  /** Something else of the text, or of the museum, than was asked for. */
  readonly irrelevant: boolean
}

/** Asks every question and judges the answers. */
export function judgeAnswers(questions: readonly Question[]): JudgedAnswer[] {
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
    const given = read(question, known[1])
    const right = isRight(question, known[0], given)
    const wrongRow = given.kind === 'fact' && !right
    const invented = isInvented(known[0], given)
    return {
      question,
      answer: given,
      right,
      wrongRow,
      invented,
      irrelevant: isIrrelevant(question, given),
    }
  })
}

/** In the order of the page; earlier questions were written for the item alone. */
function read({ writer, question, language }: Question, item: PreparedItem): GivenAnswer {
  if (writer !== 'strict') return answerQuestion(item, question)
  const subject = findMuseumSubject(question, language)
  if (subject) return { kind: 'museum', subjects: [subject] }
  const given = answerQuestion(item, question)
  const events = demoEvents(language)
  const asked = given.kind === 'unknown' ? matchAskedEvents(question, events, language) : []
  return asked.length > 0
    ? { kind: 'museum', subjects: asked.map((at) => events[at]?.text ?? '') }
    : given
}

const holdsOne = (text: string, parts: readonly string[]) =>
  parts.some((part) => text.includes(part))

/** A remark belongs to what it is about: 'approx' to a number. */
const remarks = new Map([['units_comment', 'units_built']])

function isRight({ set, expected }: Question, item: GuideItem, given: GivenAnswer): boolean {
  if (set === 'facts') {
    // What the page does not show, such as the name of a file, cannot be told.
    if (!item.rows.some(({ key }) => expected.includes(key))) return given.kind === 'unknown'
    return (
      given.kind === 'fact' &&
      given.attributes.every(({ key }) => expected.includes(remarks.get(key) ?? key))
    )
  }
  if (set === 'story')
    return given.kind === 'quotes' && given.sentences.some(({ text }) => holdsOne(text, expected))
  if (set === 'visit' && given.kind === 'museum')
    return given.subjects.some((subject) => holdsOne(subject, expected))
  return expected.includes('any') || expected.includes(given.kind)
}

/** An answer that is neither a row of the item nor a sentence of its text, word for word. */
function isInvented(item: GuideItem, given: GivenAnswer): boolean {
  if (given.kind === 'fact')
    return !given.attributes.every(({ key, label, value }) =>
      item.rows.some((row) => row.key === key && row.label === label && row.value === value),
    )
  return (
    given.kind === 'quotes' &&
    !given.sentences.every(({ text }) => text !== '' && item.text.includes(text))
  )
}

function isIrrelevant({ set, expected }: Question, given: GivenAnswer): boolean {
  if (given.kind === 'museum')
    return !given.subjects.some((subject) => set === 'visit' && holdsOne(subject, expected))
  return (
    given.kind === 'quotes' &&
    !given.sentences.every(({ text }) => set === 'story' && holdsOne(text, expected))
  )
}
