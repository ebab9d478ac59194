import { fireEvent, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { type Answers, closeScreen, openScreen, reason, refusal } from './open-screen.tsx'
import { attribute, entry, event, item } from './samples.ts'

interface Save {
  readonly what: string
  readonly at: string
  readonly given: Answers
  readonly steps: readonly Step[]
  /** What the server says to the last step, and what is shown then. */
  readonly refused: Answers
  readonly shown: string
  /** The field that still holds what was typed. */
  readonly kept: readonly [label: string, text: string]
}

type Step =
  | readonly [what: 'click' | 'await', button: string | RegExp]
  | readonly [what: 'fill', label: string, text: string]

const conflict = (current: object) =>
  refusal(409, { current, changedBy: 'Claire', changedAt: '2026-11-15T10:00:00.000Z' })

const itemPage: Answers = {
  'GET /inventory/details/:id': { ...item, tags: { artist: 'Anker' } },
  'GET /attributes/:type': [attribute],
}
const editInfo: readonly Step[] = [
  ['click', 'Edit info'],
  ['fill', 'Name', 'Mine'],
  ['click', 'Save Info'],
]
const editAttributes: readonly Step[] = [
  ['click', 'Edit attributes'],
  ['fill', 'Artist', 'Mine'],
  ['click', 'Save Attributes'],
]

const translate: readonly Step[] = [
  ['click', 'German: missing'],
  ['fill', 'Name in German', 'Mine'],
  ['click', 'Save draft'],
]

const eventsPage: Answers = { 'GET /cms/save-the-date': { version: 'a', events: [event] } }
const editEvent: readonly Step[] = [
  ['fill', 'Date', '2030-06-02'],
  ['click', 'Save Events'],
]

const journalPage: Answers = {
  'GET /journal': { data: [entry] },
  'GET /journal/tags/all': { data: [] },
}
const editEntry: readonly Step[] = [
  ['click', /^Edit entry/],
  ['await', 'Save Changes'],
  ['fill', 'Comment', 'Mine'],
  ['click', 'Save Changes'],
]

const user = {
  id: 2,
  email: 'a@example.org',
  gender: 'male',
  firstName: 'Anna',
  lastName: 'Keller',
  phone: '',
} as const
const userPage: Answers = { 'GET /admin/employees/:id': { ...user, role: 'employee' } }

const onItemPage = { at: '/inventory-detail/101', given: itemPage } as const

const saves: readonly Save[] = [
  {
    what: 'the info of an item, refused',
    ...onItemPage,
    steps: editInfo,
    refused: { 'POST /inventory/save-info': refusal(500) },
    shown: reason,
    kept: ['Name', 'Mine'],
  },
  {
    what: 'the info of an item that somebody else saved',
    ...onItemPage,
    steps: editInfo,
    refused: { 'POST /inventory/save-info': conflict({ ...item, name: 'Theirs', version: 2 }) },
    shown: 'Claire saved this item',
    kept: ['Name', 'Mine'],
  },
  {
    what: 'the attributes of an item that somebody else saved',
    ...onItemPage,
    steps: editAttributes,
    refused: {
      'POST /inventory/save-tags': conflict({ ...item, tags: { artist: 'Theirs' }, version: 2 }),
    },
    shown: 'Claire saved this item',
    kept: ['Artist', 'Mine'],
  },
  {
    what: 'a translation, refused',
    ...onItemPage,
    steps: translate,
    refused: { 'POST /inventory/save-texts': refusal(500) },
    shown: reason,
    kept: ['Name in German', 'Mine'],
  },
  {
    what: 'a translation that somebody else saved',
    ...onItemPage,
    steps: translate,
    refused: {
      'POST /inventory/save-texts': conflict({
        ...item,
        texts: { de: { name: { text: 'Theirs', state: 'checked', source: 'Étude' } } },
      }),
    },
    shown: 'Claire saved this translation',
    kept: ['Name in German', 'Mine'],
  },
  {
    what: 'a translation of an original that somebody else changed',
    ...onItemPage,
    steps: translate,
    refused: { 'POST /inventory/save-texts': conflict({ ...item, name: 'Theirs', version: 2 }) },
    shown: 'the original has changed',
    kept: ['Name in German', 'Mine'],
  },
  {
    what: 'an attribute that somebody else saved',
    at: '/attributes?museum=art',
    given: { 'GET /attributes/:type': [attribute] },
    steps: [
      ['click', 'Edit Artist'],
      ['fill', 'Unit', 'Mine'],
      ['click', 'Save Attribute'],
    ],
    refused: { 'POST /attributes/save': conflict({ ...attribute, unit: 'Theirs', version: 2 }) },
    shown: 'Claire saved this attribute',
    kept: ['Unit', 'Mine'],
  },
  {
    what: 'a word of a glossary that somebody else saved',
    at: '/attributes?museum=art',
    given: { 'GET /attributes/:type': [attribute], 'GET /attributes/suggestions/:id': ['Oil'] },
    steps: [
      ['click', 'Edit Artist'],
      ['fill', 'Oil in French', 'Mine'],
      ['click', 'Save Attribute'],
    ],
    refused: {
      'POST /attributes/save': conflict({
        ...attribute,
        glossary: { Oil: { fr: 'Theirs' } },
        version: 2,
      }),
    },
    shown: 'Oil in French',
    kept: ['Oil in French', 'Mine'],
  },
  {
    what: 'a new attribute, refused',
    at: '/attributes',
    given: { 'GET /attributes/:type': [attribute] },
    steps: [
      ['click', 'Add Attribute'],
      ['fill', 'Label in English', 'Number of Seats'],
      ['click', 'Add Attribute'],
    ],
    refused: { 'POST /attributes/add': refusal(500) },
    shown: reason,
    kept: ['Key', 'number_of_seats'],
  },
  {
    what: 'a comment, refused',
    ...onItemPage,
    steps: [
      ['fill', 'New comment', 'Mine'],
      ['click', 'Save Comment'],
    ],
    refused: { 'POST /inventory/add-comment': refusal(500) },
    shown: `The comment was not saved. ${reason}`,
    kept: ['New comment', 'Mine'],
  },
  {
    what: 'a new item, refused',
    at: '/inventory/car',
    given: { 'GET /inventory/cars': [] },
    steps: [
      ['click', 'Add Item'],
      ['fill', 'Identifier', 'LM-099'],
      ['click', 'Add'],
    ],
    refused: { 'POST /inventory/add': refusal(500) },
    shown: reason,
    kept: ['Identifier', 'LM-099'],
  },
  {
    what: 'events, refused',
    at: '/cms',
    given: eventsPage,
    steps: editEvent,
    refused: { 'POST /cms/save-the-date': refusal(500) },
    shown: `Error while saving the events. ${reason}`,
    kept: ['Date', '2030-06-02'],
  },
  {
    what: 'events that somebody else saved',
    at: '/cms',
    given: eventsPage,
    steps: editEvent,
    refused: {
      'POST /cms/save-the-date': conflict({
        version: 'b',
        events: [{ ...event, date: '2030-07-03' }],
      }),
    },
    shown: 'Claire saved the events',
    kept: ['Date', '2030-06-02'],
  },
  {
    what: 'a journal entry that somebody else saved',
    at: '/journal',
    given: journalPage,
    steps: editEntry,
    refused: { 'PUT /journal/:id': conflict({ ...entry, comment: 'Theirs', version: 2 }) },
    shown: 'Claire saved this entry',
    kept: ['Comment', 'Mine'],
  },
  {
    what: 'a user, refused',
    at: '/employees/edit/2',
    given: userPage,
    steps: [
      ['fill', 'First name', 'Mine'],
      ['click', 'Save'],
    ],
    refused: { 'POST /admin/employees/update': refusal(409) },
    shown: `Error while saving. ${reason}`,
    kept: ['First name', 'Mine'],
  },
  {
    what: 'a sign-in that fails',
    at: '/login',
    given: {},
    steps: [
      ['fill', 'E-mail', 'a@example.org'],
      ['fill', 'Password', 'secret'],
      ['click', 'Login'],
    ],
    refused: { 'POST /auth/': refusal(401) },
    shown: 'Login failed.',
    kept: ['E-mail', 'a@example.org'],
  },
  {
    what: 'a report that fails',
    at: '/report',
    given: {},
    steps: [
      ['fill', 'Instructions', 'Short.'],
      ['click', 'Generate Report'],
    ],
    refused: { 'POST /journal/report': refusal(500) },
    shown: 'Failed to generate report.',
    kept: ['Instructions', 'Short.'],
  },
  {
    what: 'a question that fails',
    at: '/assistant',
    given: {},
    steps: [
      ['fill', 'Question', 'When?'],
      ['click', 'Ask'],
    ],
    refused: { 'POST /assistant/ask': refusal(500) },
    shown: 'The question could not be answered.',
    kept: ['Question', 'When?'],
  },
]

afterEach(closeScreen)

const fieldOf = async (label: string) => {
  const fields = await screen.findAllByLabelText<HTMLInputElement>(
    new RegExp(`^${label}(?: \\*)?$`),
  )
  const field = fields.at(-1)
  if (!field) throw new Error(`no field ${label}`)
  return field
}

test.for(saves)(
  '$what: the reason is shown, and nothing typed is lost',
  async ({ at, given, steps, refused, shown, kept }) => {
    openScreen(at, { ...given, ...refused })
    for (const step of steps) {
      if (step[0] === 'fill') {
        fireEvent.change(await fieldOf(step[1]), { target: { value: step[2] } })
        continue
      }
      const button = await screen.findByRole('button', { name: step[1] })
      if (step[0] === 'click') fireEvent.click(button)
    }
    const alert = await screen.findByRole('alert')
    expect(alert.textContent).toContain(shown)
    expect((await fieldOf(kept[0])).value).toBe(kept[1])
  },
)
