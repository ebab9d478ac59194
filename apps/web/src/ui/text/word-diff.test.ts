import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { diffWords } from './word-diff.ts'

const side = (before: string, after: string, left: 'removed' | 'added') =>
  diffWords(before, after)
    .filter(({ kind }) => kind === 'same' || kind === left)
    .map(({ text }) => text)
    .join('')

describe('the difference of two texts', () => {
  it('names the words that went and came', () => {
    expect(diffWords('built in Turin in 1957 by hand', 'built in Milan in 1957')).toEqual([
      { kind: 'same', text: 'built in ' },
      { kind: 'removed', text: 'Turin' },
      { kind: 'added', text: 'Milan' },
      { kind: 'same', text: ' in 1957' },
      { kind: 'removed', text: ' by hand' },
    ])
  })

  it('is nothing for a text that did not change', () => {
    expect(diffWords('as it was', 'as it was')).toEqual([{ kind: 'same', text: 'as it was' }])
    expect(diffWords('', '')).toEqual([])
  })

  it('holds both texts whole, whatever they are', () => {
    const text = fc
      .array(fc.constantFrom('a', 'b', 'c', ' ', '\n'), { maxLength: 30 })
      .map((parts) => parts.join(''))
    fc.assert(
      fc.property(text, text, (before, after) => {
        expect(side(before, after, 'removed')).toBe(before)
        expect(side(before, after, 'added')).toBe(after)
      }),
    )
  })

  it('keeps the words between two corrected ones, but not a crumb between two rewritten sentences', () => {
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

  it('finds three corrected words in a text as long as it may be', () => {
    const before = 'lorem ipsum '.repeat(1_660).trim()
    const after = `Anfang ${before.replace('ipsum', 'ipsam')} Ende`
    const came = diffWords(before, after).flatMap(({ kind, text }) =>
      kind === 'added' ? text.trim() : [],
    )
    expect(came).toEqual(['Anfang', 'ipsam', 'Ende'])
  })

  it('does not stop the page over two long texts that have nothing in common', () => {
    const before = 'one '.repeat(3_000)
    const after = 'two '.repeat(3_000)
    expect(side(before, after, 'removed')).toBe(before)
    expect(side(before, after, 'added')).toBe(after)
  })
})
