import { expect, test } from 'vitest'
import { expandDictionary, parseAffixes } from './affixes.ts'

function deriveForms(affixes: string, words: string): string[] {
  const forms: string[] = []
  expandDictionary(words, parseAffixes(affixes), (form, _flags, kind) => {
    if (kind !== 'bare stem') forms.push(form)
  })
  return forms.sort()
}

test('suffixes strip and add letters if their condition holds', () => {
  const affixes = `
SFX A Y 2
SFX A y ies [^aeiou]y
SFX A 0 s [aeiou]y`
  expect(deriveForms(affixes, '2\nberry/A\nkey/A')).toEqual(['berries', 'berry', 'key', 'keys'])
})

test('prefixes and suffixes combine if both allow it', () => {
  const affixes = `
PFX U Y 1
PFX U 0 un .
SFX E Y 1
SFX E 0 e .
SFX N N 1
SFX N 0 n .`
  expect(deriveForms(affixes, '1\nschön/UEN')).toEqual([
    'schön',
    'schöne',
    'schönn',
    'unschön',
    'unschöne',
  ])
})

test('bare stems, forbidden forms and parts of compounds are not words', () => {
  const affixes = `
NEEDAFFIX h
FORBIDDENWORD d
ONLYINCOMPOUND o
SFX S Y 1
SFX S 0 s .
SFX J Y 1
SFX J 0 0/o .`
  expect(deriveForms(affixes, '3\narbeit/hS\nfalsch/dS\nluft/hJ')).toEqual(['arbeits'])
})

test('reads flags of two letters and ignores affixes with an apostrophe', () => {
  const affixes = `
FLAG long
SFX S. Y 1
SFX S. 0 s/L' [^sxz]
PFX L' Y 1
PFX L' 0 l' .`
  expect(deriveForms(affixes, "1\nauto/S.L'")).toEqual(['auto', 'autos'])
})
