import { expect, test } from 'vitest'
import { findMentionedPerson, findStartedMention, suggestPeople } from './mention.ts'

const people = [
  { id: 1, name: 'Noémie Chappuis' },
  { id: 2, name: 'Matthias Zurbriggen' },
  { id: 3, name: 'Noé Zaugg' },
]

const suggestNames = (typed: string) => suggestPeople(people, typed).map(({ name }) => name)
const findMentionedName = (text: string) => findMentionedPerson(text, people)?.name

test.each([
  ['@', ''],
  ['bitte @noe', 'noe'],
  ['bitte\n@Noémie Ch', 'Noémie Ch'],
  ['anna@example', null],
  ['@Noémie Chappuis bitte', null],
  ['ohne', null],
])('finds the name typed after “@” at the end of %j: %j', (text, name) =>
  expect(findStartedMention(text)).toBe(name),
)

test('suggests people by any of their names, regardless of accents', () => {
  expect(suggestNames('noe')).toEqual(['Noémie Chappuis', 'Noé Zaugg'])
  expect(suggestNames('Zu')).toEqual(['Matthias Zurbriggen'])
  expect(suggestNames('noémie c')).toEqual(['Noémie Chappuis'])
})

test('finds a mentioned person only if one whole name matches', () => {
  expect(findMentionedName('@matthias, bitte prüfen')).toBe('Matthias Zurbriggen')
  expect(findMentionedName('bitte @Noe Zaugg')).toBe('Noé Zaugg')
  expect(findMentionedName('@Matthias und @Noémie')).toBeUndefined()
  expect(findMentionedName('@Matthiasli')).toBeUndefined()
})
