import { answerKindNames, answerKinds, languageNames, type QuestionGroup } from '@vitrine/contract'
import { type QuestionLine, type QuestionPart, type QuestionText, settlements } from './store.ts'

const isOpen = ({ kind_now, dismissed }: Pick<QuestionPart, 'kind_now' | 'dismissed'>) =>
  kind_now === 'unknown' && dismissed !== settlements.answered

/** Chooses the part that represents a group: the newest unanswered one, else the newest. */
export const selectRepresentativePart = (
  parts: readonly QuestionPart[],
): QuestionPart | undefined =>
  parts.toSorted((a, b) => Number(isOpen(b)) - Number(isOpen(a)) || b.newest - a.newest)[0]

export function toQuestionGroup(
  parts: readonly QuestionPart[],
  { id, question, item_id, type, identifier, name, ...item }: QuestionText,
): Omit<QuestionGroup, 'answer'> {
  const sumCounts = (partsToCount: readonly QuestionPart[]) =>
    partsToCount.reduce((sum, { count }) => sum + count, 0)
  const languages = [...Map.groupBy(parts, ({ lang }) => lang)].map(([lang, langParts]) => ({
    lang,
    count: sumCounts(langParts),
    answered: !langParts.some(isOpen),
  }))
  const days = parts.flatMap(({ first, last }) => [first, last]).sort()
  return {
    id,
    question,
    lang: selectRepresentativePart(parts)?.lang ?? 'en',
    item: {
      id: item_id,
      type,
      identifier,
      name,
      shown: item.public === 1,
      archived: item.archived_at !== null,
    },
    state: getGroupState(parts),
    byStaff: isSettledAs(parts, 'answered'),
    count: sumCounts(parts),
    languages: languages.sort((a, b) => b.count - a.count || (a.lang < b.lang ? -1 : 1)),
    kinds: answerKinds.filter((kind) => parts.some((part) => part.kind === kind)),
    first: days[0] ?? '',
    last: days.at(-1) ?? '',
  }
}

function getGroupState(parts: readonly QuestionPart[]): QuestionGroup['state'] {
  if (isSettledAs(parts, 'dismissed')) return 'dismissed'
  return parts.some(isOpen) ? 'unanswered' : 'answered'
}

const isSettledAs = (parts: readonly QuestionPart[], settlement: keyof typeof settlements) =>
  parts.some(({ dismissed }) => dismissed === settlements[settlement])

/** The columns of the CSV file by their headings. */
const csvColumns: Readonly<Record<string, (line: QuestionLine) => string>> = {
  Day: (line) => line.day,
  Identifier: (line) => line.identifier,
  Item: (line) => line.name,
  Language: (line) => languageNames[line.lang],
  Question: (line) => line.question,
  Answered: (line) => answerKindNames[line.kind],
  'Answered now': (line) => (isOpen(line) ? 'no' : 'yes'),
}

export const csvHeadings = Object.keys(csvColumns)
export const toCsvLine = (line: QuestionLine): string[] =>
  Object.values(csvColumns).map((cell) => cell(line))
