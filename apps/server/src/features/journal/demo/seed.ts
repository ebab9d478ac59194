import type { Tx } from '../../../db/tables.ts'
import { journalStore } from '../store.ts'
import { demoEntries } from './entries.ts'
import { demoTags } from './scenes.ts'

/** The first writer tells the French entries, the others share the German ones. */
export async function seedJournal(tx: Tx, now: string): Promise<void> {
  const store = journalStore(tx)
  const tagIds = new Map((await store.addTags(demoTags)).map((tag) => [tag.name, tag.id]))
  const [french, ...german] = await store.writers()
  await store.addMany(
    demoEntries(new Date(now)).map((entry, index) => {
      const writer = (entry.language === 'fr' ? undefined : german[index % german.length]) ?? french
      return {
        comment: entry.comment,
        date: entry.date,
        created_at: entry.createdAt,
        user_id: writer?.id ?? null,
        first_name: writer?.first_name ?? '',
        last_name: writer?.last_name ?? '',
        version: 1,
        changed_at: entry.createdAt,
        changed_by: `${writer?.first_name} ${writer?.last_name}`,
        deleted_at: null,
        tagIds: entry.tags.flatMap((name) => tagIds.get(name) ?? []),
      }
    }),
  )
}
