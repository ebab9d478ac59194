import {
  type AttributeRow,
  type MuseumTopic,
  museumTopics,
  pickMuseumText,
  toSpokenRow,
} from '@vitrine/contract'
import type { Answer, MuseumSubject } from '@vitrine/guide'
import { type Fact, type GuideAnswer, getRowLanguage } from '@vitrine/pages'
import { itemPath } from '../factsheets/index.ts'
import type { AskedItem } from './asked-items.ts'

/** Converts an answer of the guide for the page. */
export function toItemAnswer(found: Answer, item: AskedItem): GuideAnswer {
  if (found.kind === 'fact')
    return { kind: 'fact', facts: found.attributes.map((row) => toFact(row, item)) }
  if (found.kind === 'unknown')
    return found.textIn === undefined
      ? { kind: 'unknown' }
      : { kind: 'unknown', textIn: { language: found.textIn, page: itemPath(item.type, item.id) } }
  const language = item.languages.description
  return { kind: 'quotes', sentences: found.sentences.map(({ text }) => ({ text, language })) }
}

export function toFact(row: AttributeRow, item: AskedItem): Fact {
  const { label, value } = toSpokenRow(row)
  return {
    label: { text: label, language: row.labelLanguage },
    value: { text: value, language: getRowLanguage(row, item) },
  }
}

export const toMuseumAnswer = (item: AskedItem, question: MuseumSubject): GuideAnswer =>
  isCourtesy(question)
    ? { kind: question }
    : { kind: 'museum', said: findMuseumText(item, question) }

export const isCourtesy = (question: MuseumSubject | null): question is 'greeting' | 'thanks' =>
  question === 'greeting' || question === 'thanks'

/** Whether the museum's texts answer a question. */
export function hasMuseumAnswer(item: AskedItem, question: MuseumSubject | null): boolean {
  if (question === 'contact') return item.museum.email !== '' || item.museum.telephone !== ''
  return question !== null && findMuseumText(item, question) !== null
}

/** The museum's text about a topic; null for contact details, and if there is no text. */
const findMuseumText = ({ museum, lang }: AskedItem, question: MuseumSubject) =>
  isTopic(question) ? pickMuseumText(museum, question, lang) : null

const isTopic = (question: MuseumSubject): question is MuseumTopic =>
  museumTopics.some((topic) => topic === question)
