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

/** An answer about the item, or the museum subject or event texts. */
type GivenAnswer = Answer | { readonly kind: 'museum'; readonly subjects: readonly string[] }

export interface JudgedAnswer {
  readonly question: Question
  readonly answer: GivenAnswer
  readonly right: boolean
  /** Answered with a row that was not asked for, which reads as a false fact. */
  readonly wrongRow: boolean
  readonly invented: boolean
  /** Answered with another part of the text or museum information than was asked for. */
  readonly irrelevant: boolean
}

/** Asks every question and judges the answers. */
export function gradeAnswers(questions: readonly Question[]): JudgedAnswer[] {
  const items = demoItems()
  const prepared = new Map<string, [GuideItem, PreparedItem]>()
  return questions.map((question) => {
    const { item, language, text } = question
    const key = `${item} ${language} ${text === undefined ? '' : text.slice(0, 100)}`
    let cached = prepared.get(key)
    if (!cached) {
      const demoItem = items.get(item)?.(language)
      if (!demoItem) throw new Error(`The demo has no item ${item}.`)
      const guideItem = text === undefined ? demoItem : { ...demoItem, text }
      cached = [guideItem, prepareItem(guideItem, language)]
      prepared.set(key, cached)
    }
    const given = read(question, cached[1])
    const right = isRight(question, cached[0], given)
    const wrongRow = given.kind === 'fact' && !right
    const invented = isInvented(cached[0], given)
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

/** Answers like the page. Older questions are about the item only. */
function read({ source, question, language }: Question, item: PreparedItem): GivenAnswer {
  if (source !== 'strict') return answerQuestion(item, question)
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

/** Attributes that comment on another one. */
const remarks = new Map([['units_comment', 'units_built']])

function isRight({ set, expected }: Question, item: GuideItem, given: GivenAnswer): boolean {
  if (set === 'facts') {
    // Values that the page does not show, such as file names, can't be answered.
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

/** Whether an answer is not verbatim a row of the item or a sentence of its text. */
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
