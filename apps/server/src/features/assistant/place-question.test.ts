import { expect, test } from 'vitest'
import {
  detectNaming,
  findAskedLocations,
  type LocationValue,
  readLocatedWords,
} from './place-question.ts'

const locations: LocationValue[] = [
  { type: 'art', value: 'Saal 3', count: 13 },
  { type: 'art', value: 'Saal 1', count: 8 },
  { type: 'car', value: 'Halle 1', count: 8 },
  { type: 'art', value: 'Dépôt', count: 4 },
  { type: 'car', value: 'Depot Nord', count: 5 },
  // Contains no word that a question could name.
  { type: 'art', value: '…', count: 1 },
]
const listAskedValues = (question: string) =>
  findAskedLocations(question, locations).map(({ value }) => value)

test.each([
  ['Welche Werke hängen in Saal 3?', ['Saal 3']],
  ['Quelles œuvres sont dans la salle 3 ?', ['Saal 3']],
  ['Which paintings are hanging in room 3?', ['Saal 3']],
  ['Was hängt in Saal 3?', ['Saal 3']],
  ['Was hängt im Saal 3?', ['Saal 3']],
  ['Was hängt im Saal 1?', ['Saal 1']],
  ['What hangs in Saal 3?', ['Saal 3']],
  ["Qu'est-ce qui est accroché dans le Saal 3 ?", ['Saal 3']],
  ['Quelles sont les œuvres qui se trouvent dans le Saal 3 ?', ['Saal 3']],
  ['Qu’est-ce qu’il y a dans la salle 3 ?', ['Saal 3']],
  ['How many works are there in hall 3?', ['Saal 3']],
  ['Wie viele Bilder hat es im Saal 3?', ['Saal 3']],
  ['Saal 3', ['Saal 3']],
  ['Which cars are in Hall 1?', ['Halle 1']],
  ['Welche Autos stehen in Halle 1?', ['Halle 1']],
  ['Quelles voitures sont exposées dans la halle 1 ?', ['Halle 1']],
  ['What is in hall 1?', ['Saal 1', 'Halle 1']],
  ['Zeig mir alle Gemälde im Depot', ['Dépôt']],
  ['Welche Wagen sind im Depot Nord?', ['Depot Nord']],
])('‘%s’ asks for the items in %s', (question, values) =>
  expect(listAskedValues(question)).toEqual(values),
)

test.each([
  'Wann wurde die Heizung in Saal 3 repariert?',
  'Ist das Dach über Saal 3 undicht?',
  'Wer war in Saal 3?',
  'Qui était dans le Saal 3 ?',
  'Où est la salle 3 ?',
  'Welche Werke von Hodler hängen in Saal 3?',
  'Which cars are in hall 9?',
  'Which cars are in room 3?',
  'Welche Werke hängen in Saal 33?',
  'Was gibt es Neues?',
  '',
])('‘%s’ asks for no list of items', (question) => expect(listAskedValues(question)).toEqual([]))

const item = { identifier: 'LG-024', name: 'Seerosen am Abend' }
const detectNamingIn = (question: string) => detectNaming(readLocatedWords(question), item)

test.each([
  'Wo ist LG-024?',
  'Où est LG-024 ?',
  'Where is LG-024?',
  'Where’s lg024?',
  'Wo hängt das Bild LG-024 jetzt?',
  'Où se trouve l’œuvre LG-024 actuellement ?',
  'Wo ist LG-024 Seerosen am Abend?',
])('‘%s’ locates an item by its identifier', (question) =>
  expect(detectNamingIn(question)).toBe('identifier'),
)

test.each([
  'Wo sind die Seerosen?',
  'Where are the ‘Seerosen am Abend’?',
  'Où sont les Seerosen ?',
])('‘%s’ locates an item by its name', (question) => expect(detectNamingIn(question)).toBe('name'))

test.each([
  'LG-024',
  'Wann kam LG-024?',
  'Wo ist LG-025?',
  'Wo ist LG?',
  'Wo wurden die Seerosen gemalt?',
  'Wo ist der Rahmen der Seerosen?',
  'Wo?',
])('‘%s’ does not locate the item', (question) => expect(detectNamingIn(question)).toBeNull())
