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

export const toMuseumAnswer = (item: AskedItem, subject: MuseumSubject): GuideAnswer =>
  isCourtesy(subject) ? { kind: subject } : { kind: 'museum', said: findMuseumText(item, subject) }

export const isCourtesy = (subject: MuseumSubject | null): subject is 'greeting' | 'thanks' =>
  subject === 'greeting' || subject === 'thanks'

/** Whether the museum's texts or contact details answer a question about a subject. */
export function hasMuseumAnswer(item: AskedItem, subject: MuseumSubject | null): boolean {
  if (subject === 'contact') return item.museum.email !== '' || item.museum.telephone !== ''
  return subject !== null && findMuseumText(item, subject) !== null
}

/** The museum's text about a topic; null for contact details, and if there is no text. */
const findMuseumText = ({ museum, lang }: AskedItem, subject: MuseumSubject) =>
  isTopic(subject) ? pickMuseumText(museum, subject, lang) : null

const isTopic = (subject: MuseumSubject): subject is MuseumTopic =>
  museumTopics.some((topic) => topic === subject)
