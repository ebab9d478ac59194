import { expect, test } from 'vitest'
import { parseRange } from './byte-range.ts'

const size = 1_000

test.for([
  ['bytes=0-1', { start: 0, end: 1 }],
  ['bytes=500-', { start: 500, end: 999 }],
  ['bytes=-200', { start: 800, end: 999 }],
  ['bytes=-5000', { start: 0, end: 999 }],
  ['bytes=900-5000', { start: 900, end: 999 }],
  ['bytes=1000-', 'none'],
  ['bytes=5-2', 'none'],
  ['bytes=-0', 'none'],
  ['bytes=-', 'all'],
  ['bytes=0-1,5-6', 'all'],
  ['lines=1-2', 'all'],
] as const)(`parses %s of ${size} bytes`, ([header, range]) => {
  expect(parseRange(header, size)).toEqual(range)
})
