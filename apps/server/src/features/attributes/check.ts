import { Attribute, attributeGroups, attributeKinds, audiences, itemTypes } from '@vitrine/contract'
import { z } from 'zod'
import type { Db, Tx } from '../../db/tables.ts'
import { type AttributeRow, attributeStore } from './store.ts'

const Labels = z.record(z.string(), z.string())

/** What each column may say, and what is put in place of anything else: nothing that would show more to visitors. */
const columns = {
  kind: { fits: ({ kind }) => attributeKinds.includes(kind), safe: { kind: 'text' } },
  audience: { fits: ({ audience }) => audiences.includes(audience), safe: { audience: 'staff' } },
  group_name: { fits: (row) => attributeGroups.includes(row.group_name), safe: { group_name: 'none' } },
  labels: { fits: ({ labels }) => isJson(labels, Labels), safe: { labels: '{}' } },
  glossary: { fits: ({ glossary }) => isJson(glossary, Attribute.shape.glossary), safe: { glossary: '{}' } },
} as const satisfies Partial<
  Record<keyof AttributeRow, { fits: (row: AttributeRow) => boolean; safe: Partial<AttributeRow> }>
>

async function damaged(db: Db) {
  const rows = await attributeStore(db).all()
  return rows.flatMap((row) =>
    Object.entries(columns).flatMap(([column, { fits, safe }]) =>
      fits(row) ? [] : [{ row, safe, what: `${column} of the attribute ${row.tag_key} (${row.type})` }],
    ),
  )
}

/** Invalid rows of the catalogue, one sentence each. */
export async function checkAttributes(db: Db): Promise<string[]> {
  const types: readonly string[] = itemTypes
  const unknownTypes = (await attributeStore(db).all()).filter(({ type }) => !types.includes(type))
  return [
    ...unknownTypes.map(({ tag_key, type }) => `The attribute ${tag_key} is of a type that does not exist: ${type}.`),
    ...(await damaged(db)).map(({ what }) => `The ${what} can’t be read.`),
  ]
}

/** Puts a safe value in place of each that can't be read; returns what it did, in sentences. */
export async function repairAttributes(tx: Tx): Promise<string[]> {
  const found = await damaged(tx)
  for (const { row, safe } of found) await attributeStore(tx).change(row.id, safe)
  return found.map(({ what, safe }) => `Set to ${Object.values(safe)}: the ${what}.`)
}

function isJson(json: string, shape: z.ZodType): boolean {
  try {
    return shape.safeParse(JSON.parse(json)).success
  } catch {
    return false
  }
}
