import { expect, test } from 'vitest'
import { addAssistStep, revertAssistStep, toUnassistedText } from './assistant.ts'

const summary = (after: string) => ({ verb: 'summarize' as const, after, engine: 'embedded' })
const correction = (after: string) => ({ verb: 'correct' as const, after, engine: 'embedded' })

test('reverting a step restores the typed comment', () => {
  const text = addAssistStep(toUnassistedText('lang und breit'), summary('kurz'))
  expect(text.comment).toBe('kurz')
  expect(revertAssistStep(text, 'summarize')).toEqual(toUnassistedText('lang und breit'))
  expect(revertAssistStep(text, 'correct')).toEqual(text)
})

test('reverting a verb also reverts the later steps', () => {
  const text = addAssistStep(
    addAssistStep(toUnassistedText('Feler, lang'), correction('Fehler, lang')),
    summary('Fehler'),
  )
  expect(revertAssistStep(text, 'summarize').comment).toBe('Fehler, lang')
  expect(revertAssistStep(text, 'correct')).toEqual(toUnassistedText('Feler, lang'))
})

test('reverting a verb twice reverts one step at a time', () => {
  const once = addAssistStep(toUnassistedText('a b c'), summary('a b'))
  const twice = addAssistStep({ ...once, comment: 'a b x' }, summary('a'))
  expect(revertAssistStep(twice, 'summarize')).toEqual({ ...once, comment: 'a b x' })
})
