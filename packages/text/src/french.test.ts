import { expect, test } from 'vitest'
import { protectGuillemets, typesetFrench } from './french.ts'

test.each([
  ['Notre texte dit : oui', 'Notre texte dit\u202f: oui'],
  ['Pourquoi? Parce que!', 'Pourquoi\u202f? Parce que\u202f!'],
  ['Quoi\u00a0?!', 'Quoi\u202f?!'],
  ['Direction\u202f: Ursina Caduff', 'Direction\u202f: Ursina Caduff'],
  ['« La Grange »; un lieu', '«\u202fLa Grange\u202f»\u202f; un lieu'],
  ['«Voiles»', '«\u202fVoiles\u202f»'],
  ['Barcarolle no 1, N° 2', 'Barcarolle n°\u202f1, N°\u202f2'],
  ['(pourquoi ?)', '(pourquoi\u202f?)'],
  ['ouvert à 10:30, https://example.org/?page=2', 'ouvert à 10:30, https://example.org/?page=2'],
  ['casino 2', 'casino 2'],
  ['Fermé le 25 décembre et le 1er janvier.', 'Fermé le 25\u00a0décembre et le 1er\u00a0janvier.'],
  ['12 maisons, 1900 mai', '12 maisons, 1900 mai'],
  ['', ''],
])('sets %j as %j', (typed, printed) => {
  expect(typesetFrench(typed)).toBe(printed)
  expect(typesetFrench(printed)).toBe(printed)
})

test.each([
  ['Citroën « Trèfle »: a car', 'Citroën «\u00a0Trèfle\u00a0»: a car'],
  ['»Rot« und »Blau«', '»Rot« und »Blau«'],
  ['«Rot» und «Blau»', '«Rot» und «Blau»'],
])('keeps the guillemets of %j with what they enclose', (typed, printed) => {
  expect(protectGuillemets(typed)).toBe(printed)
})
