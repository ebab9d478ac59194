import { fireEvent, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import {
  type Answers,
  closeScreen,
  openScreen,
  rejection,
  rejectionMessage,
} from './open-screen.tsx'
import { attribute, entry, event, item } from './samples.ts'

/** A form that is filled in and sent, and the server's rejection. */
interface RejectedSave {
  /** What is saved or asked, and why that fails. */
  readonly title: string
  readonly path: string
  readonly answers: Answers
  readonly steps: readonly Step[]
  /** The server's rejection of the last step. */
  readonly rejectingAnswer: Answers
  /** Part of the alert that is shown then. */
  readonly message: string
  /** The field that must keep its text. */
  readonly keptField: readonly [label: string, text: string]
}

type Step =
  | readonly [action: 'click' | 'wait for', button: string | RegExp]
  | readonly [action: 'fill', label: string, text: string]

/** A rejection because Claire saved first; `current` is what she saved. */
const conflict = (current: object) =>
  rejection(409, { current, changedBy: 'Claire', changedAt: '2026-11-15T10:00:00.000Z' })

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
  ['wait for', 'Save Changes'],
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

const onItemPage = { path: '/inventory-detail/101', answers: itemPage } as const

const rejectedSaves: readonly RejectedSave[] = [
  {
    title: 'the info of an item, rejected',
    ...onItemPage,
    steps: editInfo,
    rejectingAnswer: { 'POST /inventory/save-info': rejection(500) },
    message: rejectionMessage,
    keptField: ['Name', 'Mine'],
  },
  {
    title: 'the info of an item that someone else saved',
    ...onItemPage,
    steps: editInfo,
    rejectingAnswer: {
      'POST /inventory/save-info': conflict({ ...item, name: 'Theirs', version: 2 }),
    },
    message: 'Claire saved this item',
    keptField: ['Name', 'Mine'],
  },
  {
    title: 'the attributes of an item that someone else saved',
    ...onItemPage,
    steps: editAttributes,
    rejectingAnswer: {
      'POST /inventory/save-tags': conflict({ ...item, tags: { artist: 'Theirs' }, version: 2 }),
    },
    message: 'Claire saved this item',
    keptField: ['Artist', 'Mine'],
  },
  {
    title: 'a translation, rejected',
    ...onItemPage,
    steps: translate,
    rejectingAnswer: { 'POST /inventory/save-texts': rejection(500) },
    message: rejectionMessage,
    keptField: ['Name in German', 'Mine'],
  },
  {
    title: 'a translation that someone else saved',
    ...onItemPage,
    steps: translate,
    rejectingAnswer: {
      'POST /inventory/save-texts': conflict({
        ...item,
        texts: { de: { name: { text: 'Theirs', state: 'checked', source: 'Étude' } } },
      }),
    },
    message: 'Claire saved this translation',
    keptField: ['Name in German', 'Mine'],
  },
  {
    title: 'a translation of an original that someone else changed',
    ...onItemPage,
    steps: translate,
    rejectingAnswer: {
      'POST /inventory/save-texts': conflict({ ...item, name: 'Theirs', version: 2 }),
    },
    message: 'the original has changed',
    keptField: ['Name in German', 'Mine'],
  },
  {
    title: 'an attribute that someone else saved',
    path: '/attributes?museum=art',
    answers: { 'GET /attributes/:type': [attribute] },
    steps: [
      ['click', 'Edit Artist'],
      ['fill', 'Unit', 'Mine'],
      ['click', 'Save Attribute'],
    ],
    rejectingAnswer: {
      'POST /attributes/save': conflict({ ...attribute, unit: 'Theirs', version: 2 }),
    },
    message: 'Claire saved this attribute',
    keptField: ['Unit', 'Mine'],
  },
  {
    title: 'a word of a glossary that someone else saved',
    path: '/attributes?museum=art',
    answers: { 'GET /attributes/:type': [attribute], 'GET /attributes/suggestions/:id': ['Oil'] },
    steps: [
      ['click', 'Edit Artist'],
      ['fill', 'Oil in French', 'Mine'],
      ['click', 'Save Attribute'],
    ],
    rejectingAnswer: {
      'POST /attributes/save': conflict({
        ...attribute,
        glossary: { Oil: { fr: 'Theirs' } },
        version: 2,
      }),
    },
    message: 'Oil in French',
    keptField: ['Oil in French', 'Mine'],
  },
  {
    title: 'a new attribute, rejected',
    path: '/attributes',
    answers: { 'GET /attributes/:type': [attribute] },
    steps: [
      ['click', 'Add Attribute'],
      ['fill', 'Label in English', 'Number of Seats'],
      ['click', 'Add Attribute'],
    ],
    rejectingAnswer: { 'POST /attributes/add': rejection(500) },
    message: rejectionMessage,
    keptField: ['Key', 'number_of_seats'],
  },
  {
    title: 'a comment, rejected',
    ...onItemPage,
    steps: [
      ['fill', 'New comment', 'Mine'],
      ['click', 'Save Comment'],
    ],
    rejectingAnswer: { 'POST /inventory/add-comment': rejection(500) },
    message: `The comment was not saved. ${rejectionMessage}`,
    keptField: ['New comment', 'Mine'],
  },
  {
    title: 'a new item, rejected',
    path: '/inventory/car',
    answers: { 'GET /inventory/cars': [] },
    steps: [
      ['click', 'Add Item'],
      ['fill', 'Identifier', 'LM-099'],
      ['click', 'Add'],
    ],
    rejectingAnswer: { 'POST /inventory/add': rejection(500) },
    message: rejectionMessage,
    keptField: ['Identifier', 'LM-099'],
  },
  {
    title: 'events, rejected',
    path: '/cms',
    answers: eventsPage,
    steps: editEvent,
    rejectingAnswer: { 'POST /cms/save-the-date': rejection(500) },
    message: `Error while saving the events. ${rejectionMessage}`,
    keptField: ['Date', '2030-06-02'],
  },
  {
    title: 'events that someone else saved',
    path: '/cms',
    answers: eventsPage,
    steps: editEvent,
    rejectingAnswer: {
      'POST /cms/save-the-date': conflict({
        version: 'b',
        events: [{ ...event, date: '2030-07-03' }],
      }),
    },
    message: 'Claire saved the events',
    keptField: ['Date', '2030-06-02'],
  },
  {
    title: 'a journal entry that someone else saved',
    path: '/journal',
    answers: journalPage,
    steps: editEntry,
    rejectingAnswer: { 'PUT /journal/:id': conflict({ ...entry, comment: 'Theirs', version: 2 }) },
    message: 'Claire saved this entry',
    keptField: ['Comment', 'Mine'],
  },
  {
    title: 'a user, rejected',
    path: '/employees/edit/2',
    answers: userPage,
    steps: [
      ['fill', 'First name', 'Mine'],
      ['click', 'Save'],
    ],
    rejectingAnswer: { 'POST /admin/employees/update': rejection(409) },
    message: `Error while saving. ${rejectionMessage}`,
    keptField: ['First name', 'Mine'],
  },
  {
    title: 'a failed sign-in',
    path: '/login',
    answers: {},
    steps: [
      ['fill', 'E-mail', 'a@example.org'],
      ['fill', 'Password', 'secret'],
      ['click', 'Login'],
    ],
    rejectingAnswer: { 'POST /auth/': rejection(401) },
    message: 'Login failed.',
    keptField: ['E-mail', 'a@example.org'],
  },
  {
    title: 'a failed report',
    path: '/report',
    answers: {},
    steps: [
      ['fill', 'Instructions', 'Short.'],
      ['click', 'Generate Report'],
    ],
    rejectingAnswer: { 'POST /journal/report': rejection(500) },
    message: 'Failed to generate report.',
    keptField: ['Instructions', 'Short.'],
  },
  {
    title: 'a failed question',
    path: '/assistant',
    answers: {},
    steps: [
      ['fill', 'Question', 'When?'],
      ['click', 'Ask'],
    ],
    rejectingAnswer: { 'POST /assistant/ask': rejection(500) },
    message: 'The question could not be answered.',
    keptField: ['Question', 'When?'],
  },
]

afterEach(closeScreen)

/** Finds a field by its label, which ends with a star if the field is required. */
const findField = async (label: string) => {
  const fields = await screen.findAllByLabelText<HTMLInputElement>(
    new RegExp(`^${label}(?: \\*)?$`),
  )
  // The form of a new journal entry, with the same labels, precedes the one that is tested.
  const field = fields.at(-1)
  if (!field) throw new Error(`There is no field ${label}.`)
  return field
}

async function performStep(step: Step): Promise<void> {
  if (step[0] === 'fill') {
    const [, label, value] = step
    fireEvent.change(await findField(label), { target: { value } })
    return
  }

  const [action, name] = step
  const button = await screen.findByRole('button', { name })
  if (action === 'click') fireEvent.click(button)
}

test.for(rejectedSaves)(
  '$title: shows the reason and keeps what was typed',
  async ({ path, answers, steps, rejectingAnswer, message, keptField: [label, text] }) => {
    openScreen(path, { ...answers, ...rejectingAnswer })
    for (const step of steps) await performStep(step)

    const alert = await screen.findByRole('alert')
    expect(alert.textContent).toContain(message)
    expect((await findField(label)).value).toBe(text)
  },
)
