import { expect, test } from 'vitest'
import { screens } from '../screens.ts'
import { kinOf } from './kin.ts'
import { inventoryTypes, itemTypes } from './types.ts'

test.for([
  ['Citroën DS 19', 'CITROEN 2CV', true],
  ['De Dion-Bouton Type G', 'De Tomaso Pantera', false],
  ['Mercedes-Benz 300 SL', 'Mercedes-Benz 230 SL', true],
  ['MG TC', 'Morris Mini', false],
] as const)('%s and %s: of one make? %s', ([a, b, same]) => {
  expect(kinOf('car', a, {}) === kinOf('car', b, {})).toBe(same)
})

test('art is by one artist however the name is spelt, and what is by nobody known has no kin', () => {
  const by = (artist: string) => kinOf('art', 'Lac', { artist })
  expect(by('Félix Vallotton')).toBe(by(' félix vallotton'))
  for (const artist of ['', 'Anonyme', 'unbekannter Meister', 'N.N.']) expect(by(artist)).toBe('')
})

test('the start pages have addresses of their own', () => {
  const taken = [...Object.keys(screens), ...itemTypes.map((type) => `/${type}`), '/api', '/public', '/save-the-date']
  const starts = itemTypes.map((type) => inventoryTypes[type].start)
  expect(new Set([...starts, ...taken]).size).toBe(starts.length + taken.length)
})
