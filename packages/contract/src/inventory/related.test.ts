import { expect, test } from 'vitest'
import { screens } from '../screens.ts'
import { parseMake, relatedKey } from './related.ts'
import { inventoryTypes, itemTypes } from './types.ts'

test.for([
  ['Citroën DS 19', 'CITROEN 2CV', true],
  ['De Dion-Bouton Type G', 'De Tomaso Pantera', false],
  ['Mercedes-Benz 300 SL', 'Mercedes-Benz 230 SL', true],
  ['Mercedes Benz 300 SL', 'Mercedes-Benz 230 SL', true],
  ['Alfa Romeo 6C', 'Alfa 24 HP', false],
  ['MG TC', 'Morris Mini', false],
] as const)('%s and %s have the same make: %s', ([a, b, same]) => {
  expect(relatedKey('car', a, {}) === relatedKey('car', b, {})).toBe(same)
})

test.for([
  ['Citroën Type C « Trèfle »', 'Citroën'],
  ['Alfa Romeo 6C 1750 Gran Sport', 'Alfa Romeo'],
  ['ASTON MARTIN, DB5', 'ASTON MARTIN'],
  ['Panhard & Levassor Dynamic', 'Panhard & Levassor'],
  ['De Dion-Bouton Type G', 'De Dion-Bouton'],
  ['Rolls Royce Phantom', 'Rolls Royce'],
  ['1957 Chevrolet Bel Air', 'Chevrolet'],
  [' Rapid ', 'Rapid'],
  ['Voiture de pompiers', ''],
  ['Unbekanntes Fabrikat', ''],
  ['« Trèfle »', ''],
  ['1905', ''],
  ['', ''],
] as const)('parseMake: “%s” has the make “%s”', ([name, make]) => {
  expect(parseMake('car', name)).toBe(make)
  expect(parseMake('art', name)).toBe('')
})

test('relatedKey ignores the spelling of artists, and unknown artists', () => {
  const by = (artist: string) => relatedKey('art', 'Lac', { artist })
  expect(by('Félix Vallotton')).toBe(by(' félix vallotton'))
  for (const artist of ['', 'Anonyme', 'unbekannter Meister', 'N.N.']) expect(by(artist)).toBe('')
})

test('start pages have distinct paths', () => {
  const taken = [
    ...Object.keys(screens),
    ...itemTypes.map((type) => `/${type}`),
    '/api',
    '/public',
    '/save-the-date',
  ]
  const starts = itemTypes.map((type) => inventoryTypes[type].start)
  expect(new Set([...starts, ...taken]).size).toBe(starts.length + taken.length)
})
