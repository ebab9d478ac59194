import { fold, type Person } from '@vitrine/contract'

// An '@' at the start of a word, followed by up to two words of a name, before the cursor.
const startedMentionPattern = /(?:^|\s)@(\p{L}[\p{L}'’-]*(?: \p{L}[\p{L}'’-]*)?|)$/u
const maxSuggestions = 5

/** Finds the name being typed after '@' at the end of the text; null if there is none. */
export const findStartedMention = (beforeCursor: string): string | null =>
  startedMentionPattern.exec(beforeCursor)?.[1] ?? null

/** Suggests people whose full name, or one of its words, starts with the typed text. */
export function suggestPeople(people: readonly Person[], typed: string): readonly Person[] {
  const prefix = fold(typed)
  const startsWithPrefix = (name: string) => fold(name).startsWith(prefix)

  return people
    .filter(
      ({ name }) =>
        startsWithPrefix(name) || name.split(' ').some((word) => startsWithPrefix(word)),
    )
    .slice(0, maxSuggestions)
}

/** Finds the person mentioned by first or full name; undefined if there is none or several. */
export function findMentionedPerson(text: string, people: readonly Person[]): Person | undefined {
  const folded = fold(text)

  const isMentioned = ({ name }: Person) =>
    [name, name.split(' ')[0] ?? name].some(
      (candidate) =>
        candidate !== '' &&
        new RegExp(`@${escapeRegExp(fold(candidate))}(?!\\p{L})`, 'u').test(folded),
    )

  const mentioned = people.filter(isMentioned)

  return mentioned.length === 1 ? mentioned[0] : undefined
}

const escapeRegExp = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')
