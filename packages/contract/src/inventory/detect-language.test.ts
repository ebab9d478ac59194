import { expect, test } from 'vitest'
import { detectLanguage } from './detect-language.ts'

test.for([
  ['Der Wagen wurde als Fahrgestell nach Genf geliefert.', 'de'],
  ['Le moteur tourne deux fois plus vite que ceux des concurrents.', 'fr'],
  ['The body is the second of three.', 'en'],
  ['Il motore è stato costruito a Torino con una licenza.', 'it'],
  ['Alfa Romeo 1750', null],
  ['', null],
])('detectLanguage: %j is in %s', ([text = '', language]) => {
  expect(detectLanguage(text ?? '')).toBe(language)
})
