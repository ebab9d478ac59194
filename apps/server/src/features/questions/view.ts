import { answerKindNames, answerKinds, languageNames, type QuestionGroup } from '@vitrine/contract'
import { type QuestionLine, type QuestionPart, type QuestionText, settled } from './store.ts'

const isOpen = ({ kind_now, dismissed }: Pick<QuestionPart, 'kind_now' | 'dismissed'>) =>
  kind_now === 'unknown' && dismissed !== settled.answered

/** Which question stands for a group: the newest without an answer, else the newest. */
export const shownPart = (parts: readonly QuestionPart[]): QuestionPart | undefined =>
  parts.toSorted((a, b) => Number(isOpen(b)) - Number(isOpen(a)) || b.newest - a.newest)[0]

export function toGroup(
  parts: readonly QuestionPart[],
  { id, question, item_id, type, identifier, name, ...item }: QuestionText,
): Omit<QuestionGroup, 'answer'> {
  const total = (some: readonly QuestionPart[]) => some.reduce((sum, { count }) => sum + count, 0)
  const languages = [...Map.groupBy(parts, ({ lang }) => lang)].map(([lang, some]) => ({
    ...{ lang, count: total(some), answered: !some.some(isOpen) },
  }))
  const has = (said: keyof typeof settled) => parts.some(({ dismissed }) => dismissed === settled[said])
  const days = parts.flatMap(({ first, last }) => [first, last]).sort()
  return {
    ...{ id, question, lang: shownPart(parts)?.lang ?? 'en' },
    item: { id: item_id, type, identifier, name, shown: item.public === 1, archived: item.archived_at !== null },
    state: has('dismissed') ? 'dismissed' : parts.some(isOpen) ? 'unanswered' : 'answered',
    byStaff: has('answered'),
    count: total(parts),
    languages: languages.sort((a, b) => b.count - a.count || (a.lang < b.lang ? -1 : 1)),
    kinds: answerKinds.filter((kind) => parts.some((part) => part.kind === kind)),
    ...{ first: days[0] ?? '', last: days.at(-1) ?? '' },
  }
}

export const csvHeadings = ['Day', 'Identifier', 'Item', 'Language', 'Question', 'Answered', 'Answered now']

export const toCsvLine = (line: QuestionLine): string[] => [
  line.day,
  line.identifier,
  line.name,
  languageNames[line.lang],
  line.question,
  answerKindNames[line.kind],
  isOpen(line) ? 'no' : 'yes',
]
