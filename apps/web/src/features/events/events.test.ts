import { forEachText, type SaveTheDateEvent } from '@vitrine/contract'
import { expect, test } from 'vitest'
import {
  draftOf,
  duplicateOf,
  headline,
  isUnchanged,
  mergeDrafts,
  missingLanguages,
  newDraft,
  problemOf,
} from './event-draft.ts'

const event = (id: number, text_en = `Event ${id}`): SaveTheDateEvent => ({
  id,
  date: '2099-05-31',
  start: false,
  last_day: '',
  time: '',
  show_time: false,
  ...forEachText(() => ''),
  text_de: '<p></p>',
  text_en,
  active: true,
})

test('a draft tells which languages are missing, and what stands over it', () => {
  const draft = draftOf(event(1, '<p><b>Concert</b><br>at eight</p>'))
  expect(missingLanguages(draft)).toEqual(['fr', 'de'])
  expect(headline(draft)).toBe('Concert')
  expect(isUnchanged(draft, event(1, '<p><b>Concert</b><br>at eight</p>'))).toBe(true)
  expect(isUnchanged({ ...draft, remove: true }, event(1))).toBe(false)
})

test('a duplicate is a new event with everything but the days', () => {
  const draft = { ...draftOf(event(1)), start: true, last_day: '2099-06-30', show_time: true, time: '19:30' }
  const { id, key, ...copy } = duplicateOf(draft)
  const { id: _, key: oldKey, ...expected } = { ...draft, date: '', last_day: '' }
  expect(copy).toEqual(expected)
  expect(id).toBeUndefined()
  expect(key).not.toBe(oldKey)
})

test('an event needs a date, and a time if one is to be shown', () => {
  expect(problemOf(newDraft())).toMatchObject({ field: 'date' })
  expect(problemOf({ ...newDraft(), remove: true })).toBeNull()
  expect(problemOf({ ...draftOf(event(1)), show_time: true })).toMatchObject({ field: 'time' })
  expect(problemOf({ ...draftOf(event(1)), show_time: true, time: '19:30' })).toBeNull()
})

test('an event that goes on ends on its first day or later', () => {
  const begun = { ...draftOf(event(1)), start: true, last_day: '2099-05-30' }
  expect(problemOf(begun)).toMatchObject({ field: 'last_day' })
  expect(problemOf({ ...begun, start: false })).toBeNull()
  expect(problemOf({ ...begun, last_day: '2099-05-31' })).toBeNull()
  expect(isUnchanged(draftOf(event(1)), { ...event(1), last_day: '2099-06-01' })).toBe(false)
})

test('after a save elsewhere, what was typed stays and the rest is as saved there', () => {
  const base = [event(1), event(2), event(3), event(4), event(5)]
  const [first, second, third, fourth, fifth] = base.map(draftOf)
  if (!(first && second && third && fourth && fifth)) throw new Error('five drafts')
  const added = { ...newDraft(), text_en: 'New here' }
  const drafts = [
    added,
    { ...first, text_en: 'Mine' },
    second,
    { ...third, text_en: 'Mine, gone there' },
    fourth,
    { ...fifth, remove: true },
  ]
  // They changed 1 and 2, removed 3 and 4, and added 6.
  const current = [event(1, 'Theirs'), event(2, 'Theirs'), event(5), event(6)]

  const merged = mergeDrafts(drafts, base, current)
  expect(merged.map(({ id, text_en, remove }) => [id, text_en, remove])).toEqual([
    [undefined, 'New here', false],
    [undefined, 'Mine, gone there', false],
    [1, 'Mine', false],
    [2, 'Theirs', false],
    [5, 'Event 5', true],
    [6, 'Event 6', false],
  ])
})
