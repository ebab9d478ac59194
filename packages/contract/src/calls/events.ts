import { z } from 'zod'
import type { Call } from '../call.ts'
import { mapEventTexts } from '../events/languages.ts'
import { maxEvents, maxEventTextLength } from '../events/limits.ts'
import { endsBeforeStart, endsBeforeStartMessage } from '../events/when.ts'
import { type EventState, eventFields } from '../records.ts'
import { anyone, staff } from '../roles.ts'
import { Day, Id, prose, toFieldSchemas } from '../text.ts'

export const SaveTheDateEvent = z.object({
  id: z.number().int(),
  ...toFieldSchemas(eventFields),
})
export type SaveTheDateEvent = z.infer<typeof SaveTheDateEvent>

/** An event as sent to visitors. */
export const PublicEvent = SaveTheDateEvent.omit({ active: true })
export type PublicEvent = z.infer<typeof PublicEvent>

/** All events, with a version for detecting conflicts. */
export const EventList = z.object({ events: z.array(SaveTheDateEvent), version: z.string() })
export type EventList = z.infer<typeof EventList>

/** Accepts 0 and 1 as well, which clients of the former system send. */
const Flag = z
  .boolean()
  .or(z.union([z.literal(0), z.literal(1)]).transform((number) => number === 1))

const EventText = prose(maxEventTextLength).default('')

export const EventInput = z
  .strictObject({
    id: Id.optional(),
    date: Day,
    start: Flag.default(false),
    last_day: Day.or(z.literal('')).default(''),
    time: z
      .string()
      .regex(/^(?:(?:[01]\d|2[0-3]):[0-5]\d(?::[0-5]\d)?)?$/, 'Please enter a time such as 19:30.')
      .default(''),
    show_time: Flag.default(false),
    ...mapEventTexts(() => EventText),
    active: Flag.default(false),
    /** Removes the event. */
    remove: z.boolean().optional(),
  } satisfies Record<keyof EventState | 'id' | 'remove', z.ZodType>)
  .refine(({ time, show_time, remove }) => remove || !show_time || time !== '', {
    path: ['time'],
    message: 'Please enter a time, or leave it out.',
  })
  .refine((event) => event.remove || !endsBeforeStart(event), {
    path: ['last_day'],
    message: endsBeforeStartMessage,
  })
export type EventInput = z.output<typeof EventInput>

const SentEvents = z.array(EventInput).max(maxEvents, `Please send at most ${maxEvents} events.`)

/** `obj` of the 409 answer to an outdated save. */
export const EventConflict = z.object({
  current: EventList,
  changedBy: z.string(),
  changedAt: z.string(),
})
export type EventConflict = z.infer<typeof EventConflict>

export const events = {
  list: {
    method: 'GET',
    path: '/cms/save-the-date',
    access: staff,
    summary: 'All events, by date and time',
    ok: EventList,
  },
  save: {
    method: 'POST',
    path: '/cms/save-the-date',
    access: staff,
    summary:
      'Save events: changes those with an id, adds those without, removes those marked `remove`. ' +
      'An outdated version is a conflict, answered with the current list. Also accepts an array of events',
    body: z.union([
      z.strictObject({ events: SentEvents, version: z.string().max(100).optional() }),
      SentEvents.transform((events) => ({ events, version: undefined })),
    ]),
    bodyLimit: 8 * 1024 * 1024,
    bodyShape: {
      keys: 100,
      elements: maxEvents,
      values: 100 * maxEvents,
      sentence: `Please send at most ${maxEvents} events.`,
    },
    ok: EventList,
  },
  upcoming: {
    method: 'GET',
    path: '/public/save-the-date',
    access: anyone,
    summary: 'The active events that are not over, by date and time; other origins may call it',
    anySite: true,
    ok: z.object({ events: z.array(PublicEvent) }),
  },
} as const satisfies Record<string, Call>
