import { expect, test } from 'vitest'
import { addAssistStep, revertAssistStep, toUnassistedText } from './assistant.ts'

const createSummary = (after: string) => ({ verb: 'summarize', after, engine: 'embedded' }) as const
const createCorrection = (after: string) =>
  ({ verb: 'correct', after, engine: 'embedded' }) as const

test('reverting a step restores the typed comment', () => {
  const text = addAssistStep(toUnassistedText('lang und breit'), createSummary('kurz'))
  expect(text.comment).toBe('kurz')
  expect(revertAssistStep(text, 'summarize')).toEqual(toUnassistedText('lang und breit'))
})

test('reverting a verb that was not used changes nothing', () => {
  const text = addAssistStep(toUnassistedText('lang und breit'), createSummary('kurz'))
  expect(revertAssistStep(text, 'correct')).toEqual(text)
})

test('reverting a verb also reverts the later steps', () => {
  const text = addAssistStep(
    addAssistStep(toUnassistedText('Feler, lang'), createCorrection('Fehler, lang')),
    createSummary('Fehler'),
  )
  expect(revertAssistStep(text, 'summarize').comment).toBe('Fehler, lang')
  expect(revertAssistStep(text, 'correct')).toEqual(toUnassistedText('Feler, lang'))
})

test('reverting a verb that was used twice reverts only its last step', () => {
  const firstSummary = addAssistStep(toUnassistedText('a b c'), createSummary('a b'))
  const editedSummary = { ...firstSummary, comment: 'a b x' }
  const secondSummary = addAssistStep(editedSummary, createSummary('a'))
  expect(revertAssistStep(secondSummary, 'summarize')).toEqual(editedSummary)
})
