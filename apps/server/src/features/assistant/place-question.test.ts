import { expect, test } from 'vitest'
import { findAskedLocations, type LocationValue } from './place-question.ts'

const places: LocationValue[] = [
  { type: 'art', value: 'Saal 3', count: 13 },
  { type: 'art', value: 'Saal 1', count: 8 },
  { type: 'car', value: 'Halle 1', count: 8 },
  { type: 'art', value: 'Dépôt', count: 4 },
  { type: 'car', value: 'Depot Nord', count: 5 },
  { type: 'art', value: '…', count: 1 },
]
const asked = (question: string) => findAskedLocations(question, places).map(({ value }) => value)

test.each([
  ['Welche Werke hängen in Saal 3?', ['Saal 3']],
  ['Quelles œuvres sont dans la salle 3 ?', ['Saal 3']],
  ['Which paintings are hanging in room 3?', ['Saal 3']],
  ['Was hängt in Saal 3?', ['Saal 3']],
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
])('‘%s’ asks for the items in %s', (question, values) => expect(asked(question)).toEqual(values))

test.each([
  'Wann wurde die Heizung in Saal 3 repariert?',
  'Ist das Dach über Saal 3 undicht?',
  'Wer war in Saal 3?',
  'Où est la salle 3 ?',
  'Welche Werke von Hodler hängen in Saal 3?',
  'Which cars are in hall 9?',
  'Which cars are in room 3?',
  'Welche Werke hängen in Saal 33?',
  'Was gibt es Neues?',
  '',
])('‘%s’ asks for no list of items', (question) => expect(asked(question)).toEqual([]))
