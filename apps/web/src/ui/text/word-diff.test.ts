import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { diffWords } from './word-diff.ts'

/** Joins the unchanged parts with the removed or the added ones, which is the old or the new text. */
const joinParts = (before: string, after: string, changeKind: 'removed' | 'added') =>
  diffWords(before, after)
    .filter(({ kind }) => kind === 'same' || kind === changeKind)
    .map(({ text }) => text)
    .join('')

/** The maximum length of an item's description, the longest text with a history. */
const maxTextLength = 20_000

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

  it('keeps both texts in full', () => {
    const text = fc
      .array(fc.constantFrom('a', 'b', 'c', ' ', '\n'), { maxLength: 30 })
      .map((parts) => parts.join(''))
    fc.assert(
      fc.property(text, text, (before, after) => {
        expect(joinParts(before, after, 'removed')).toBe(before)
        expect(joinParts(before, after, 'added')).toBe(after)
      }),
    )
  })

  it('keeps words between two small changes, but not between larger ones', () => {
    const listKinds = (before: string, after: string) =>
      diffWords(before, after).map(({ kind }) => kind)

    expect(listKinds('teh cat sta', 'the cat sat')).toEqual([
      'removed',
      'added',
      'same',
      'removed',
      'added',
    ])
    expect(
      listKinds(
        'alles wurde heute und gestern neu gemacht',
        'tout a été und refait encore une fois',
      ),
    ).toEqual(['removed', 'added'])
  })

  it('finds three changed words in a text of the maximum length', () => {
    const words = 'lorem ipsum '
    const before = words.repeat(maxTextLength / words.length).trim()
    const after = `Anfang ${before.replace('ipsum', 'ipsam')} Ende`
    const added = diffWords(before, after)
      .filter(({ kind }) => kind === 'added')
      .map(({ text }) => text.trim())
    expect(added).toEqual(['Anfang', 'ipsam', 'Ende'])
  })

  it('keeps two long texts in full that have nothing in common', () => {
    const wordCount = 3_000
    const before = 'one '.repeat(wordCount)
    const after = 'two '.repeat(wordCount)
    expect(joinParts(before, after, 'removed')).toBe(before)
    expect(joinParts(before, after, 'added')).toBe(after)
  })
})
