import { mapEventTexts, type SaveTheDateEvent } from '@vitrine/contract'
import { describe, expect, it, test } from 'vitest'
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

const createEvent = (id: number, text_en = `Event ${id}`): SaveTheDateEvent => ({
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

/** The draft of a saved event, with edits. */
const editEvent = (id: number, edits: Partial<EventDraft> = {}): EventDraft => ({
  ...toEventDraft(createEvent(id)),
  ...edits,
})

const createList = (version: string, ...events: SaveTheDateEvent[]) => ({ version, events })

test('the headline is the first line of a text', () => {
  const draft = toEventDraft(createEvent(1, '<p><b>Concert</b><br>at eight</p>'))
  expect(getEventHeadline(draft)).toBe('Concert')
})

test('languages without text are missing, also those with empty markup', () => {
  expect(listMissingLanguages(toEventDraft(createEvent(1)))).toEqual(['fr', 'de'])
})

test('a draft is unchanged if it equals the saved event and is not removed', () => {
  const event = createEvent(1)
  expect(isUnchangedDraft(toEventDraft(event), event)).toBe(true)
  expect(isUnchangedDraft({ ...toEventDraft(event), remove: true }, event)).toBe(false)
  expect(isUnchangedDraft(toEventDraft(event), { ...event, last_day: '2099-06-01' })).toBe(false)
})

test('a duplicate has all fields except the days, and is a new event', () => {
  const original = editEvent(1, {
    start: true,
    last_day: '2099-06-30',
    show_time: true,
    time: '19:30',
  })
  const { id: _, key: originalKey, ...fields } = original

  const { id, key, ...copiedFields } = duplicateEventDraft(original)
  expect(copiedFields).toEqual({ ...fields, date: '', last_day: '' })
  expect(id).toBeUndefined()
  expect(key).not.toBe(originalKey)
})

describe('findProblem', () => {
  it('requires a date unless the event is removed', () => {
    expect(findProblem(createEventDraft())).toMatchObject({ field: 'date' })
    expect(findProblem({ ...createEventDraft(), remove: true })).toBeNull()
  })

  it('requires a time if the time is shown', () => {
    expect(findProblem(editEvent(1, { show_time: true }))).toMatchObject({ field: 'time' })
    expect(findProblem(editEvent(1, { show_time: true, time: '19:30' }))).toBeNull()
  })

  it('rejects a last day before the first day', () => {
    const dayBefore = { start: true, last_day: '2099-05-30' }
    expect(findProblem(editEvent(1, dayBefore))).toMatchObject({ field: 'last_day' })
    expect(findProblem(editEvent(1, { ...dayBefore, start: false }))).toBeNull()
    expect(findProblem(editEvent(1, { ...dayBefore, last_day: '2099-05-31' }))).toBeNull()
  })
})

test('merging keeps edited drafts and adopts all other events', () => {
  const baseEvents = [1, 2, 3, 4, 5].map((id) => createEvent(id))
  const drafts = [
    { ...createEventDraft(), text_en: 'New here' },
    editEvent(1, { text_en: 'Edited here and there' }),
    editEvent(2),
    editEvent(3, { text_en: 'Edited here, removed there' }),
    editEvent(4),
    editEvent(5, { remove: true }),
  ]
  // A colleague has edited 1 and 2, removed 3 and 4, and added 6.
  const currentEvents = [
    createEvent(1, 'Theirs'),
    createEvent(2, 'Theirs'),
    createEvent(5),
    createEvent(6),
  ]

  const merged = mergeEventDrafts(drafts, baseEvents, currentEvents)
  expect(merged.map(({ id, text_en, remove }) => ({ id, text_en, remove }))).toEqual([
    { id: undefined, text_en: 'New here', remove: false },
    { id: undefined, text_en: 'Edited here, removed there', remove: false },
    { id: 1, text_en: 'Edited here and there', remove: false },
    { id: 2, text_en: 'Theirs', remove: false },
    { id: 5, text_en: 'Event 5', remove: true },
    { id: 6, text_en: 'Event 6', remove: false },
  ])
})

describe('collectUnsavedEvents', () => {
  const list = createList('a', createEvent(1), createEvent(2), createEvent(3))

  it('collects each edited, removed and new event', () => {
    const newDraft = { ...createEventDraft(), text_en: 'New' }
    const drafts = [newDraft, editEvent(2, { time: '19:30' }), editEvent(3, { remove: true })]
    expect([...collectUnsavedEvents(drafts, list, new Map()).keys()]).toEqual([
      `new event ${newDraft.key}`,
      'event 2',
      'event 3',
    ])
  })

  it('skips unedited and empty events, and new ones that were removed', () => {
    const removedNewDraft = { ...createEventDraft(), text_en: 'No', remove: true }
    const drafts = [editEvent(1), createEventDraft(), removedNewDraft]
    expect(collectUnsavedEvents(drafts, list, new Map()).size).toBe(0)
  })

  it('drops a stored edit that was reverted', () => {
    const storedEvents = collectUnsavedEvents([editEvent(1, { time: '19:30' })], list, new Map())
    expect(storedEvents.size).toBe(1)
    expect(collectUnsavedEvents([editEvent(1)], list, storedEvents).size).toBe(0)
  })
})

/** Stores the drafts as JSON and parses them again, as on the next visit. */
function storeAndParse(drafts: readonly EventDraft[], list: ReturnType<typeof createList>) {
  const unsaved = collectUnsavedEvents(drafts, list, new Map())
  const storedValues = JSON.parse(JSON.stringify([...unsaved.values()])) as unknown[]
  return storedValues.map(parseStoredEvent).filter((stored) => stored !== null)
}

describe('restoreEvents', () => {
  const oldList = createList('old', createEvent(1), createEvent(2))
  const editOfFirst = storeAndParse([editEvent(1, { text_en: 'Mine' }), editEvent(2)], oldList)

  it('restores edits, removals and new events, newest first', () => {
    const list = createList('a', createEvent(1), createEvent(2), createEvent(3))
    const drafts = [
      { ...createEventDraft(), key: '2 later', text_en: 'Later' },
      { ...createEventDraft(), key: '1 earlier', text_en: 'Earlier' },
      editEvent(1, { text_en: 'Mine' }),
      editEvent(2, { remove: true }),
      editEvent(3, { time: '19:30' }),
    ]
    const restored = restoreEvents(list, storeAndParse(drafts.toReversed(), list))
    expect(restored.drafts).toEqual(drafts)
    expect(restored.version).toBe('a')
  })

  it('adopts the new version if only other events were saved elsewhere', () => {
    const currentList = createList('new', createEvent(1), createEvent(2, 'Theirs'), createEvent(3))
    const { drafts, version } = restoreEvents(currentList, editOfFirst)
    expect(version).toBe('new')
    expect(drafts.map(({ text_en }) => text_en)).toEqual(['Mine', 'Theirs', 'Event 3'])
  })

  it('keeps the old version, which conflicts, if an edited event was saved elsewhere', () => {
    const currentList = createList('new', createEvent(1, 'Theirs'), createEvent(2))
    const { drafts, version, unsaved } = restoreEvents(currentList, editOfFirst)
    expect(version).toBe('old')
    expect(drafts.map(({ text_en }) => text_en)).toEqual(['Mine', 'Event 2'])

    const storedAgain = collectUnsavedEvents(drafts, currentList, unsaved)
    expect(restoreEvents(currentList, [...storedAgain.values()]).version).toBe('old')
  })

  it('keeps the old version if an edited event was removed elsewhere', () => {
    const edits = [editEvent(1, { text_en: 'Mine' }), editEvent(2, { remove: true })]
    const { drafts, version } = restoreEvents(createList('new'), storeAndParse(edits, oldList))
    expect(drafts).toEqual([editEvent(1, { text_en: 'Mine' })])
    expect(version).toBe('old')
  })

  it('drops an edit that was saved meanwhile', () => {
    const currentList = createList('new', createEvent(1, 'Mine'), createEvent(2))
    expect(restoreEvents(currentList, editOfFirst).unsaved.size).toBe(0)
  })
})

describe('parseStoredEvent', () => {
  it.each([[null], [7], [{}], [{ draft: {} }], [{ draft: { key: 1 }, version: 'a' }]])(
    'rejects %j',
    (stored) => expect(parseStoredEvent(stored)).toBeNull(),
  )

  it('fills fields that are missing or of a wrong type with defaults', () => {
    const stored = {
      draft: { key: 'k', date: '2099-05-31', time: 8 },
      base: null,
      version: 'a',
    }
    expect(parseStoredEvent(stored)?.draft).toEqual({
      ...createEventDraft(),
      key: 'k',
      date: '2099-05-31',
      active: false,
    })
  })
})
