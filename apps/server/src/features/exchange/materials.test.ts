import { expect, test } from 'vitest'
import { findMaterials } from './materials.ts'

test.for([
  ['Öl auf Leinwand', 'oil paint, canvas'],
  ['Gouache and ink on paper', 'gouache, ink, paper'],
  ['Huile sur bois', 'oil paint, wood'],
  ['Olio su tela', 'oil paint, canvas'],
  // Only the first support counts.
  ['oil on  canvas on board', 'oil paint, canvas'],
  // A woodcut ('Gravure sur bois') is printed on paper.
  ['Gravure sur bois', ''],
  // Sand is no known medium.
  ['Huile et sable sur toile', ''],
  ['Farbholzschnitt', ''],
  [' on canvas', ''],
  ['', ''],
])('finds the materials of the technique ‘%s’: %s', ([technique = '', expected]) => {
  const { materials } = findMaterials(technique)
  expect(materials.map(({ _label }) => _label).join(', ')).toBe(expected)
})
