import { mapEventTexts, type SaveTheDateEvent } from '@vitrine/contract'
import { expect, test } from 'vitest'
import {
  collectUnsavedEvents,
  createEventDraft,
  duplicateEventDraft,
  type EventDraft,
  findProblem,
  getEventHeadline,
  isUnchangedDraft,
  listMissingLanguages,
  mergeEventDrafts,
  parseStoredEvent,
  restoreEvents,
  toEventDraft,
} from './event-draft.ts'

const event = (id: number, text_en = `Event ${id}`): SaveTheDateEvent => ({
  id,
  date: '2099-05-31',
  start: false,
  last_day: '',
  time: '',
  show_time: false,
  ...mapEventTexts(() => ''),
  text_de: '<p></p>',
  text_en,
  active: true,
})

test('a draft knows its missing languages and its headline', () => {
  const draft = toEventDraft(event(1, '<p><b>Concert</b><br>at eight</p>'))
  expect(listMissingLanguages(draft)).toEqual(['fr', 'de'])
  expect(getEventHeadline(draft)).toBe('Concert')
  expect(isUnchangedDraft(draft, event(1, '<p><b>Concert</b><br>at eight</p>'))).toBe(true)
  expect(isUnchangedDraft({ ...draft, remove: true }, event(1))).toBe(false)
})

test('a duplicate copies everything except the days', () => {
  const draft = {
    ...toEventDraft(event(1)),
    start: true,
    last_day: '2099-06-30',
    show_time: true,
    time: '19:30',
  }
  const { id, key, ...copy } = duplicateEventDraft(draft)
  const { id: _, key: oldKey, ...expected } = { ...draft, date: '', last_day: '' }
  expect(copy).toEqual(expected)
  expect(id).toBeUndefined()
  expect(key).not.toBe(oldKey)
})

test('requires a date, and a time if the time is shown', () => {
  expect(findProblem(createEventDraft())).toMatchObject({ field: 'date' })
  expect(findProblem({ ...createEventDraft(), remove: true })).toBeNull()
  expect(findProblem({ ...toEventDraft(event(1)), show_time: true })).toMatchObject({
    field: 'time',
  })
  expect(findProblem({ ...toEventDraft(event(1)), show_time: true, time: '19:30' })).toBeNull()
})

test('rejects a last day before the first day', () => {
  const begun = { ...toEventDraft(event(1)), start: true, last_day: '2099-05-30' }
  expect(findProblem(begun)).toMatchObject({ field: 'last_day' })
  expect(findProblem({ ...begun, start: false })).toBeNull()
  expect(findProblem({ ...begun, last_day: '2099-05-31' })).toBeNull()
  expect(isUnchangedDraft(toEventDraft(event(1)), { ...event(1), last_day: '2099-06-01' })).toBe(
    false,
  )
})

test('merging keeps edited drafts and adopts all other events', () => {
  const base = [event(1), event(2), event(3), event(4), event(5)]
  const [first, second, third, fourth, fifth] = base.map(toEventDraft)
  if (!(first && second && third && fourth && fifth)) throw new Error('five drafts')
  const added = { ...createEventDraft(), text_en: 'New here' }
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

  const merged = mergeEventDrafts(drafts, base, current)
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

/** Stores the drafts as JSON and parses them again, as on the next visit. */
function storeAndParse(drafts: readonly EventDraft[], list: ReturnType<typeof listOf>) {
  const unsaved = JSON.parse(
    JSON.stringify([...collectUnsavedEvents(drafts, list, new Map())]),
  ) as [string, unknown][]
  return unsaved.map(([, stored]) => parseStoredEvent(stored)).filter((stored) => stored !== null)
}

const summarize = (drafts: readonly EventDraft[]) =>
  drafts.map(({ id, text_en, time, remove }) => [id, text_en, time, remove])

test('stores each edited, removed and new event, but no unedited one', () => {
  const list = listOf('a', event(1), event(2), event(3))
  const [first, second, third] = list.events.map(toEventDraft) as [
    EventDraft,
    EventDraft,
    EventDraft,
  ]
  const added = { ...createEventDraft(), text_en: 'New' }
  const drafts = [
    added,
    createEventDraft(),
    { ...createEventDraft(), text_en: 'No', remove: true },
    first,
  ]
  const unsaved = collectUnsavedEvents(
    [...drafts, { ...second, time: '19:30' }, { ...third, remove: true }],
    list,
    new Map(),
  )
  expect([...unsaved.keys()]).toEqual([`new event ${added.key}`, 'event 2', 'event 3'])
  expect([...collectUnsavedEvents([first, second, third], list, unsaved)]).toEqual([])
})

test('restores edits, removals and new events, newest first', () => {
  const list = listOf('a', event(1), event(2), event(3))
  const [first, second, third] = list.events.map(toEventDraft) as [
    EventDraft,
    EventDraft,
    EventDraft,
  ]
  const drafts = [
    { ...createEventDraft(), key: '2 later', text_en: 'Later' },
    { ...createEventDraft(), key: '1 earlier', text_en: 'Earlier' },
    { ...first, text_en: 'Mine' },
    { ...second, remove: true },
    { ...third, time: '19:30' },
  ]
  const restored = restoreEvents(list, storeAndParse(drafts.toReversed(), list))
  expect(restored.drafts).toEqual(drafts)
  expect(restored.version).toBe('a')
})

test('restoring keeps the old version only if an edited event was also saved elsewhere', () => {
  const before = listOf('a', event(1), event(2))
  const [first, second] = before.events.map(toEventDraft) as [EventDraft, EventDraft]
  const storedEvents = storeAndParse([{ ...first, text_en: 'Mine' }, second], before)
  const other = restoreEvents(listOf('b', event(1), event(2, 'Theirs'), event(3)), storedEvents)
  expect(other.version).toBe('b')
  expect(other.drafts.map(({ text_en }) => text_en)).toEqual(['Mine', 'Theirs', 'Event 3'])

  const current = listOf('b', event(1, 'Theirs'), event(2))
  const same = restoreEvents(current, storedEvents)
  expect(same.version).toBe('a')
  expect(same.drafts.map(({ text_en }) => text_en)).toEqual(['Mine', 'Event 2'])
  // The version also survives being stored again.
  const again = [...collectUnsavedEvents(same.drafts, current, same.unsaved).values()]
  expect(restoreEvents(current, again).version).toBe('a')
})

test('restoring an event removed elsewhere is a conflict only if it was edited here', () => {
  const before = listOf('a', event(1), event(2))
  const [first, second] = before.events.map(toEventDraft) as [EventDraft, EventDraft]
  const storedEvents = storeAndParse(
    [
      { ...first, text_en: 'Mine' },
      { ...second, remove: true },
    ],
    before,
  )
  const restored = restoreEvents(listOf('b'), storedEvents)
  expect(summarize(restored.drafts)).toEqual([[1, 'Mine', '', false]])
  expect(restored.version).toBe('a')
})

test('drops stored drafts that are saved by now or are invalid', () => {
  const before = listOf('a', event(1))
  const storedEvents = storeAndParse([{ ...toEventDraft(event(1)), text_en: 'Mine' }], before)
  expect(restoreEvents(listOf('b', event(1, 'Mine')), storedEvents).unsaved.size).toBe(0)
  for (const odd of [null, 7, {}, { draft: {} }, { draft: { key: 1 }, version: 'a' }])
    expect(parseStoredEvent(odd)).toBeNull()
  const older = parseStoredEvent({
    draft: { key: 'k', date: '2099-05-31', time: 8 },
    base: null,
    version: 'a',
  })
  expect(older?.draft).toEqual({
    ...createEventDraft(),
    key: 'k',
    date: '2099-05-31',
    active: false,
  })
})
