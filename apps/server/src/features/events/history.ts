import { dayInWords, forEachText, languageNames, plainText, SentEvent } from '@vitrine/contract'
import { conflict, missing } from '../../base/failure.ts'
import type { Db } from '../../db/tables.ts'
import { type Difference, type HistoryKind, plainly } from '../history/index.ts'
import { type EventFields, eventStore } from './store.ts'
import { fieldsOf } from './view.ts'
import { eventChanges, eventCodec, writeEvents } from './write.ts'

export const eventHistory = (db: Db): HistoryKind<EventFields> => ({
  codec: eventCodec,
  // Also one that was removed: it can be restored.
  async expect(id) {
    if (!(await eventStore(db).find(id)) && !(await eventChanges(db).latest(id)))
      throw missing('There is no such event.')
  },

  words: async () => ({ fieldName: ([field]) => (isNamed(field) ? names[field] : field), show }),

  undo: (context, id, next) =>
    db.transaction().execute(async (tx) => {
      const store = eventStore(tx)
      await store.lockRevision()
      const row = await store.find(id)
      const before = row ? fieldsOf(row) : null
      const after = next(before)
      expectValid(after)
      await writeEvents(tx, [{ id, kind: 'undone', before, after }], context)
    }),
})

const names: Readonly<Record<keyof EventFields, string>> = {
  date: 'Date',
  start: 'From',
  last_day: 'Until',
  time: 'Time',
  show_time: 'Time shown',
  ...forEachText((language) => languageNames[language]),
  active: 'Active',
}
const isNamed = (field: string): field is keyof EventFields => field in names

/** Flags as such, texts without their markup unless it is all that differs. */
function show({ path: [field], before, after }: Difference) {
  if (typeof (before ?? after) === 'number') return plainly({ before: flag(before), after: flag(after) })
  if (field === 'date' || field === 'last_day') return plainly({ before: day(before), after: day(after) })
  if (!field.startsWith('text_')) return plainly({ before, after })
  const [old, fresh] = [plainText(String(before ?? '')), plainText(String(after ?? ''))]
  return plainly(old === fresh ? { before, after } : { before: old, after: fresh })
}

const day = (value: unknown) => dayInWords(String(value ?? ''), 'en') || value
const flag = (value: unknown) => (value === undefined ? undefined : value === 1)

/** An earlier date may not go with the present last day, nor an earlier time with what is shown of it. */
function expectValid({ start, show_time, active, ...fields }: EventFields): void {
  const { error } = SentEvent.safeParse({
    ...fields,
    start: start === 1,
    show_time: show_time === 1,
    active: active === 1,
  })
  if (error) throw conflict(`This can’t be undone by itself. ${error.issues[0]?.message ?? ''} Edit the event instead.`)
}
