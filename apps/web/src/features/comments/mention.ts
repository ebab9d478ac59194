import { fold, type Person } from '@vitrine/contract'

// An '@' at the beginning of a word, and up to two words of a name after it, up to the cursor.
const started = /(?:^|\s)@(\p{L}[\p{L}'’-]*(?: \p{L}[\p{L}'’-]*)?|)$/u
const maxSuggestions = 5

/** The name that is being typed at the end of this text; null where there is none. */
export const startedMention = (beforeCursor: string): string | null =>
  started.exec(beforeCursor)?.[1] ?? null

/** People one of whose names begins like this. */
export function peopleLike(people: readonly Person[], typed: string): readonly Person[] {
  const wanted = fold(typed)
  const begins = (name: string) => fold(name).startsWith(wanted)
  return people
    .filter(({ name }) => begins(name) || name.split(' ').some((part) => begins(part)))
    .slice(0, maxSuggestions)
}

/** The only person whom a text names, by first name or in full. */
export function mentionedIn(text: string, people: readonly Person[]): Person | undefined {
  const folded = fold(text)
  const isNamed = ({ name }: Person) =>
    [name, name.split(' ')[0] ?? name].some(
      (one) => one !== '' && new RegExp(`@${escaped(fold(one))}(?!\\p{L})`, 'u').test(folded),
    )
  const named = people.filter(isNamed)
  return named.length === 1 ? named[0] : undefined
}

const escaped = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')
