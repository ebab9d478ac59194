import { dayInWords, type RecentChange } from '@vitrine/contract'
import type { Db } from '../../db/tables.ts'
import { unreadable } from '../history/index.ts'
import { eventChanges } from './write.ts'

const changesPerSave = 8

const verbs: Record<string, string> = { created: 'added', removed: 'removed', undone: 'undid a change of' }

/** What was done to events lately, newest first; what was saved at once is one entry. */
export async function recentEventChanges(db: Db, limit: number): Promise<RecentChange[]> {
  const changes = eventChanges(db)
  const saves = Map.groupBy(await changes.recent(limit * changesPerSave), ({ at, by }) => `${at} ${by}`)
  const recent: RecentChange[] = []
  for (const [newest, ...others] of [...saves.values()].slice(0, limit)) {
    if (!newest) continue
    const { id, subject_id, kind, at, by } = newest
    const { before = null, after = null } = (await changes.find(subject_id, id)) ?? {}
    const state = after ?? before
    const day = state === null || state === unreadable ? '' : withoutWeekday(dayInWords(state.date, 'en'))
    const event = day ? `the event of ${day}` : 'an event'
    const did = others.length > 0 ? `changed ${others.length + 1} events` : `${verbs[kind] ?? 'changed'} ${event}`
    recent.push({ at, by, did, about: '', screen: '/cms' })
  }
  return recent
}

const withoutWeekday = (day: string): string => day.replace(/^\w+, /, '')
