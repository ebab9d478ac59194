import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { diffWords } from './word-diff.ts'

const joinSide = (before: string, after: string, left: 'removed' | 'added') =>
  diffWords(before, after)
    .filter(({ kind }) => kind === 'same' || kind === left)
    .map(({ text }) => text)
    .join('')

describe('diffWords', () => {
  it('finds removed and added words', () => {
    expect(diffWords('built in Turin in 1957 by hand', 'built in Milan in 1957')).toEqual([
      { kind: 'same', text: 'built in ' },
      { kind: 'removed', text: 'Turin' },
      { kind: 'added', text: 'Milan' },
      { kind: 'same', text: ' in 1957' },
      { kind: 'removed', text: ' by hand' },
    ])
  })

  it('finds no changes in equal texts', () => {
    expect(diffWords('as it was', 'as it was')).toEqual([{ kind: 'same', text: 'as it was' }])
    expect(diffWords('', '')).toEqual([])
  })

  it('contains both texts in full', () => {
    const text = fc
      .array(fc.constantFrom('a', 'b', 'c', ' ', '\n'), { maxLength: 30 })
      .map((parts) => parts.join(''))
    fc.assert(
      fc.property(text, text, (before, after) => {
        expect(joinSide(before, after, 'removed')).toBe(before)
        expect(joinSide(before, after, 'added')).toBe(after)
      }),
    )
  })

  it('keeps words between two small changes, but not between larger ones', () => {
    const kinds = (before: string, after: string) =>
      diffWords(before, after).map(({ kind }) => kind)
    expect(kinds('teh cat sta', 'the cat sat')).toEqual([
      'removed',
      'added',
      'same',
      'removed',
      'added',
    ])
    const rewritten = kinds(
      'alles wurde heute und gestern neu gemacht',
      'tout a été und refait encore une fois',
    )
    expect(rewritten).toEqual(['removed', 'added'])
  })

  it('finds three changed words in a text of the maximum length', () => {
    const before = 'lorem ipsum '.repeat(1_660).trim()
    const after = `Anfang ${before.replace('ipsum', 'ipsam')} Ende`
    const added = diffWords(before, after)
      .filter(({ kind }) => kind === 'added')
      .map(({ text }) => text.trim())
    expect(added).toEqual(['Anfang', 'ipsam', 'Ende'])
  })

  it('replaces the whole text if two long texts have nothing in common', () => {
    const before = 'one '.repeat(3_000)
    const after = 'two '.repeat(3_000)
    expect(joinSide(before, after, 'removed')).toBe(before)
    expect(joinSide(before, after, 'added')).toBe(after)
  })
})
