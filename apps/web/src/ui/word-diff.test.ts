import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { wordDiff } from './word-diff.ts'

const side = (before: string, after: string, left: 'removed' | 'added') =>
  wordDiff(before, after)
    .filter(({ kind }) => kind === 'same' || kind === left)
    .map(({ text }) => text)
    .join('')

describe('the difference of two texts', () => {
  it('names the words that went and came', () => {
    expect(wordDiff('built in Turin in 1957 by hand', 'built in Milan in 1957')).toEqual([
      { kind: 'same', text: 'built in ' },
      { kind: 'removed', text: 'Turin' },
      { kind: 'added', text: 'Milan' },
      { kind: 'same', text: ' in 1957' },
      { kind: 'removed', text: ' by hand' },
    ])
  })

  it('is nothing for a text that did not change', () => {
    expect(wordDiff('as it was', 'as it was')).toEqual([{ kind: 'same', text: 'as it was' }])
    expect(wordDiff('', '')).toEqual([])
  })

  it('holds both texts whole, whatever they are', () => {
    const text = fc.array(fc.constantFrom('a', 'b', 'c', ' ', '\n'), { maxLength: 30 }).map((parts) => parts.join(''))
    fc.assert(
      fc.property(text, text, (before, after) => {
        expect(side(before, after, 'removed')).toBe(before)
        expect(side(before, after, 'added')).toBe(after)
      }),
    )
  })

  it('does not stop the page over two long texts that have nothing in common', () => {
    const before = 'one '.repeat(3_000)
    const after = 'two '.repeat(3_000)
    expect(side(before, after, 'removed')).toBe(before)
    expect(side(before, after, 'added')).toBe(after)
  })
})
