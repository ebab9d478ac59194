import { expect, test } from 'vitest'
import { mentionedIn, peopleLike, startedMention } from './mention.ts'

const people = [
  { id: 1, name: 'Noémie Chappuis' },
  { id: 2, name: 'Matthias Zurbriggen' },
  { id: 3, name: 'Noé Zaugg' },
]
const names = (found: readonly { name: string }[]) => found.map(({ name }) => name)

test.each([
  ['@', ''],
  ['bitte @noe', 'noe'],
  ['bitte\n@Noémie Ch', 'Noémie Ch'],
  ['anna@example', null],
  ['@Noémie Chappuis bitte', null],
  ['ohne', null],
])('%j starts the name %j', (text, name) => expect(startedMention(text)).toBe(name))

test('people are offered by any of their names, whatever the accents', () => {
  expect(names(peopleLike(people, 'noe'))).toEqual(['Noémie Chappuis', 'Noé Zaugg'])
  expect(names(peopleLike(people, 'Zu'))).toEqual(['Matthias Zurbriggen'])
  expect(names(peopleLike(people, 'noémie c'))).toEqual(['Noémie Chappuis'])
})

test('a name in the text is a mention when it fits one user only', () => {
  expect(mentionedIn('@matthias, bitte prüfen', people)?.id).toBe(2)
  expect(mentionedIn('bitte @Noe Zaugg', people)?.id).toBe(3)
  expect(mentionedIn('@Matthias und @Noémie', people)).toBeUndefined()
  expect(mentionedIn('@Matthiasli', people)).toBeUndefined()
})
