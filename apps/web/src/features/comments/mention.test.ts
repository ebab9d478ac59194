import { expect, test } from 'vitest'
import { findMentionedPerson, findStartedMention, suggestPeople } from './mention.ts'

const people = [
  { id: 1, name: 'Noémie Chappuis' },
  { id: 2, name: 'Matthias Zurbriggen' },
  { id: 3, name: 'Noé Zaugg' },
]
const names = (matches: readonly { name: string }[]) => matches.map(({ name }) => name)

test.each([
  ['@', ''],
  ['bitte @noe', 'noe'],
  ['bitte\n@Noémie Ch', 'Noémie Ch'],
  ['anna@example', null],
  ['@Noémie Chappuis bitte', null],
  ['ohne', null],
])('finds the name being typed in %j: %j', (text, name) =>
  expect(findStartedMention(text)).toBe(name),
)

test('suggests people by any of their names, regardless of accents', () => {
  expect(names(suggestPeople(people, 'noe'))).toEqual(['Noémie Chappuis', 'Noé Zaugg'])
  expect(names(suggestPeople(people, 'Zu'))).toEqual(['Matthias Zurbriggen'])
  expect(names(suggestPeople(people, 'noémie c'))).toEqual(['Noémie Chappuis'])
})

test('finds a mentioned person only if the name is unambiguous', () => {
  expect(findMentionedPerson('@matthias, bitte prüfen', people)?.id).toBe(2)
  expect(findMentionedPerson('bitte @Noe Zaugg', people)?.id).toBe(3)
  expect(findMentionedPerson('@Matthias und @Noémie', people)).toBeUndefined()
  expect(findMentionedPerson('@Matthiasli', people)).toBeUndefined()
})
