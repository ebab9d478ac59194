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
  const foldedText = fold(text)
  const mentioned = people.filter(({ name }) => {
    const [firstName = ''] = name.split(' ')
    return mentionsName(foldedText, name) || mentionsName(foldedText, firstName)
  })

  return mentioned.length === 1 ? mentioned[0] : undefined
}

/** Whether a folded text has the name after '@', and no further letter after that. */
const mentionsName = (foldedText: string, name: string): boolean =>
  name !== '' && new RegExp(`@${escapeRegExp(fold(name))}(?!\\p{L})`, 'u').test(foldedText)

const escapeRegExp = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')
