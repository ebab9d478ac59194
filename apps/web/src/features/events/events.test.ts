import { forEachText, type SaveTheDateEvent } from '@vitrine/contract'
import { expect, test } from 'vitest'
import {
  draftOf,
  duplicateOf,
  type EventDraft,
  eventsToKeep,
  headline,
  isUnchanged,
  mergeDrafts,
  missingLanguages,
  newDraft,
  problemOf,
  readKeptEvent,
  restoreEvents,
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
  const draft = {
    ...draftOf(event(1)),
    start: true,
    last_day: '2099-06-30',
    show_time: true,
    time: '19:30',
  }
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

const listOf = (version: string, ...events: SaveTheDateEvent[]) => ({ version, events })

/** What the next visit finds of these drafts: it went through the browser's storage. */
function foundAgain(drafts: readonly EventDraft[], list: ReturnType<typeof listOf>) {
  const kept = JSON.parse(JSON.stringify([...eventsToKeep(drafts, list, new Map())])) as [
    string,
    unknown,
  ][]
  return kept.map(([, one]) => readKeptEvent(one)).filter((one) => one !== null)
}

const shown = (drafts: readonly EventDraft[]) =>
  drafts.map(({ id, text_en, time, remove }) => [id, text_en, time, remove])

test('keeps each edited, removed and new event by itself, and none without an edit', () => {
  const list = listOf('a', event(1), event(2), event(3))
  const [first, second, third] = list.events.map(draftOf) as [EventDraft, EventDraft, EventDraft]
  const added = { ...newDraft(), text_en: 'New' }
  const drafts = [added, newDraft(), { ...newDraft(), text_en: 'No', remove: true }, first]
  const kept = eventsToKeep(
    [...drafts, { ...second, time: '19:30' }, { ...third, remove: true }],
    list,
    new Map(),
  )
  expect([...kept.keys()]).toEqual([`new event ${added.key}`, 'event 2', 'event 3'])
  expect([...eventsToKeep([first, second, third], list, kept)]).toEqual([])
})

test('restores fields, markers and new events, the newest first', () => {
  const list = listOf('a', event(1), event(2), event(3))
  const [first, second, third] = list.events.map(draftOf) as [EventDraft, EventDraft, EventDraft]
  const drafts = [
    { ...newDraft(), key: '2 later', text_en: 'Later' },
    { ...newDraft(), key: '1 earlier', text_en: 'Earlier' },
    { ...first, text_en: 'Mine' },
    { ...second, remove: true },
    { ...third, time: '19:30' },
  ]
  const restored = restoreEvents(list, foundAgain(drafts.toReversed(), list))
  expect(restored.drafts).toEqual(drafts)
  expect(restored.version).toBe('a')
})

test('restores over a newer list; an event that was saved since is a conflict', () => {
  const before = listOf('a', event(1), event(2))
  const [first, second] = before.events.map(draftOf) as [EventDraft, EventDraft]
  const found = foundAgain([{ ...first, text_en: 'Mine' }, second], before)
  const other = restoreEvents(listOf('b', event(1), event(2, 'Theirs'), event(3)), found)
  expect(other.version).toBe('b')
  expect(other.drafts.map(({ text_en }) => text_en)).toEqual(['Mine', 'Theirs', 'Event 3'])

  const current = listOf('b', event(1, 'Theirs'), event(2))
  const same = restoreEvents(current, found)
  expect(same.version).toBe('a')
  expect(same.drafts.map(({ text_en }) => text_en)).toEqual(['Mine', 'Event 2'])
  // Still so when it is kept once more.
  const again = [...eventsToKeep(same.drafts, current, same.kept).values()]
  expect(restoreEvents(current, again).version).toBe('a')
})

test('an edited event that was removed elsewhere is a conflict, one removed on both sides is none', () => {
  const before = listOf('a', event(1), event(2))
  const [first, second] = before.events.map(draftOf) as [EventDraft, EventDraft]
  const found = foundAgain(
    [
      { ...first, text_en: 'Mine' },
      { ...second, remove: true },
    ],
    before,
  )
  const restored = restoreEvents(listOf('b'), found)
  expect(shown(restored.drafts)).toEqual([[1, 'Mine', '', false]])
  expect(restored.version).toBe('a')
})

test('forgets a draft that is saved by now, and reads no other value as one', () => {
  const before = listOf('a', event(1))
  const found = foundAgain([{ ...draftOf(event(1)), text_en: 'Mine' }], before)
  expect(restoreEvents(listOf('b', event(1, 'Mine')), found).kept.size).toBe(0)
  for (const odd of [null, 7, {}, { draft: {} }, { draft: { key: 1 }, version: 'a' }])
    expect(readKeptEvent(odd)).toBeNull()
  const older = readKeptEvent({
    draft: { key: 'k', date: '2099-05-31', time: 8 },
    base: null,
    version: 'a',
  })
  expect(older?.draft).toEqual({ ...newDraft(), key: 'k', date: '2099-05-31', active: false })
})
