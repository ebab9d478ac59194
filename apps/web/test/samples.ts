import {
  type Attribute,
  createEmptyState,
  emptyListColumns,
  eventFields,
  type ItemDetail,
  type ItemListEntry,
  itemFields,
  type JournalEntry,
  journalFields,
  type MuseumInfo,
  mapEventTexts,
  museumFields,
  type Place,
  type SaveTheDateEvent,
} from '@vitrine/contract'
import type { OutputOf } from '../src/client/address.ts'

export const item: ItemDetail = {
  ...createEmptyState(itemFields),
  id: 101,
  identifier: 'LG-001',
  name: 'Étude',
  type_name: 'art',
  languageChosen: false,
  tags: {},
  texts: {},
  version: 1,
  public: true,
  checked: '2026-01-01',
  archived: null,
  picture: null,
  pictures: [],
  recording: null,
  placeId: null,
}

/** The row of `item` in the list of its museum. */
export const listEntry: ItemListEntry = {
  ...emptyListColumns,
  id: 101,
  identifier: 'LG-001',
  name: 'Étude',
  picture: '',
}

export const place: Place = {
  id: 1,
  version: 1,
  code: 'H1',
  name: 'Halle 1',
  kind: 'hall',
  parent_id: null,
  note: '',
  archived: false,
  count: 3,
}

export const attribute: Attribute = {
  id: 1,
  tag_key: 'artist',
  order_key: 10,
  multiline: false,
  kind: 'text',
  unit: '',
  audience: 'visitors',
  group: 'facts',
  glossary: {},
  labels: { en: 'Artist' },
  suggestions: false,
  names: true,
  retired: false,
  version: 1,
}

export const event: SaveTheDateEvent = {
  ...createEmptyState(eventFields),
  id: 1,
  date: '2030-05-01',
  ...mapEventTexts(() => 'Concert'),
  active: true,
}

export const entry: JournalEntry = {
  ...createEmptyState(journalFields),
  id: 7,
  comment: 'Oil changed.',
  date: '2026-11-01',
  created: '2026-11-01T10:00:00.000Z',
  first_name: 'Anna',
  last_name: 'Keller',
  tags: [],
  version: 1,
}

export const museum: MuseumInfo = {
  ...createEmptyState(museumFields),
  type: 'car',
  id: 1,
  version: 1,
  state_fr: 'checked',
  state_de: 'draft',
  state_en: 'outdated',
  hours_fr: 'De 10 h à 17 h',
}

/** Home without notices, tasks, changes, events and gaps. */
export const emptyHome: OutputOf<'GET /home'> = {
  notices: [],
  tasks: [],
  openForMe: 0,
  openForAll: 0,
  unansweredQuestions: 0,
  expectedBack: 0,
  changes: [],
  events: [],
  gaps: [],
}
