import { expect, test } from 'vitest'
import { assisted, plainText, reverted } from './assistant.ts'

const summary = (after: string) => ({ verb: 'summarize' as const, after, engine: 'embedded' })
const correction = (after: string) => ({ verb: 'correct' as const, after, engine: 'embedded' })

test('a replaced comment leads back to what was typed', () => {
  const text = assisted(plainText('lang und breit'), summary('kurz'))
  expect(text.comment).toBe('kurz')
  expect(reverted(text, 'summarize')).toEqual(plainText('lang und breit'))
  expect(reverted(text, 'correct')).toEqual(text)
})

test('each verb is taken back by itself, with what was done since', () => {
  const both = assisted(
    assisted(plainText('Feler, lang'), correction('Fehler, lang')),
    summary('Fehler'),
  )
  expect(reverted(both, 'summarize').comment).toBe('Fehler, lang')
  expect(reverted(both, 'correct')).toEqual(plainText('Feler, lang'))
})

test('the same asked twice is taken back one by one, with what was typed in between', () => {
  const once = assisted(plainText('a b c'), summary('a b'))
  const twice = assisted({ ...once, comment: 'a b x' }, summary('a'))
  expect(reverted(twice, 'summarize')).toEqual({ ...once, comment: 'a b x' })
})
