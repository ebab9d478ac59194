import { isDeepStrictEqual } from 'node:util'
import {
  Attribute,
  type AttributeChange,
  type AttributeConflict,
  type AttributeText,
  attributeGroups,
  attributeKinds,
  audiences,
  type ChangeKind,
  type ItemType,
  itemTypes,
  maxAttributes,
  placeKey,
} from '@vitrine/contract'
import { z } from 'zod'
import { type Clock, instant } from '../../base/clock.ts'
import { conflict, Failure, fail, invalid, notFound } from '../../base/failure.ts'
import { type IdempotentRequest, runIdempotently } from '../../db/idempotency.ts'
import type { Db, Tx } from '../../db/tables.ts'
import type { Actor, Author } from '../../http/access.ts'
import { readPlaces } from '../../items/places.ts'
import { lockRevision, updateProjections } from '../../projections/index.ts'
import {
  type ChangeContext,
  changeStore,
  formatDifference,
  type HistoryKind,
  type HistoryWording,
  type RevertKind,
  stateCodec,
  toChange,
  unreadable,
} from '../history/index.ts'
import { toAttribute, toAttributeColumns } from './catalogue.ts'
import { type AttributeRow, type AttributeStore, attributeStore } from './store.ts'

const maxSuggestions = 200
const maxChanges = 200

const noSuchAttribute = () => notFound('There is no such attribute.')

/** Changes of the catalogue, serialized by the revision row and recorded in the same transaction. */
export const attributeService = (db: Db, clock: Clock) => {
  const changing = <T>(
    work: (tx: Tx, store: AttributeStore) => Promise<T>,
    attempt: IdempotentRequest | null = null,
  ) =>
    runIdempotently(db, clock, attempt, async (tx) => {
      await lockRevision(tx, 'attributes')
      return work(tx, attributeStore(tx))
    })

  async function record(
    tx: Tx,
    actor: Author,
    kind: ChangeKind,
    before: AttributeRow | null,
    after: AttributeRow,
  ): Promise<Attribute> {
    const change = {
      subjectId: after.id,
      kind,
      before: before && stateOf(before),
      after: stateOf(after),
    }
    const at = instant(clock)
    await attributeChanges(tx).record([change], { actor, at })
    await updateProjections(tx, 'attribute', [{ before, after, at }])
    return toAttribute(after)
  }

  return {
    add: (
      actor: Actor,
      type: ItemType,
      tag_key: string,
      text: AttributeText,
      attempt: IdempotentRequest | null,
    ) =>
      changing(async (tx, store) => {
        const others = await store.of(type)
        const taken = others.find((other) => other.tag_key === tag_key)
        if (taken) {
          const hint =
            taken.retired === 1
              ? 'It is retired: restore it instead.'
              : 'Please choose another key.'
          throw conflict(`There is an attribute ${tag_key} already. ${hint}`)
        }
        if (others.length >= maxAttributes)
          throw conflict(`There can be at most ${maxAttributes} attributes.`)
        const row = await store.add({
          ...toAttributeColumns(text),
          type,
          tag_key,
          order_key: (others.at(-1)?.order_key ?? 0) + step,
          retired: 0,
          version: 1,
        })
        return record(tx, actor, 'created', null, row)
      }, attempt),

    save: (actor: Actor, id: number, text: AttributeText, version: number | undefined) =>
      changing(async (tx, store) => {
        const before = (await store.find(id)) ?? fail(noSuchAttribute())
        if (version !== undefined && version !== before.version)
          throw await editConflict(tx, before)
        expectPlacesInside(before, text)
        const columns = toAttributeColumns(text)
        if (isDeepStrictEqual(stateOf(before), stateOf({ ...before, ...columns })))
          return toAttribute(before)
        const after = await store.change(id, { ...columns, version: before.version + 1 })
        return record(tx, actor, 'changed', before, after)
      }),

    retire: (actor: Actor, id: number, retired: boolean) =>
      changing(async (tx, store) => {
        const before = (await store.find(id)) ?? fail(noSuchAttribute())
        if ((before.retired === 1) === retired) return toAttribute(before)
        const after = await store.change(id, {
          retired: retired ? 1 : 0,
          version: before.version + 1,
        })
        return record(tx, actor, retired ? 'retired' : 'restored', before, after)
      }),

    /** The position is not part of the version: moving and editing do not conflict. */
    move: (actor: Actor, id: number, after: number | null) =>
      changing(async (tx, store) => {
        const moved = (await store.find(id)) ?? fail(noSuchAttribute())
        const rows = await store.of(moved.type)
        const others = rows.filter((row) => row.id !== id)
        const place = after === null ? 0 : others.findIndex((row) => row.id === after) + 1
        if (after !== null && place === 0)
          throw notFound(
            'The attribute to move it behind is not in the same museum. Please reload the page.',
          )
        if (rows[place]?.id === id) return toAttribute(moved)
        await putAt(store, others, moved, place)
        return record(tx, actor, 'moved', moved, { ...moved, order_key: (place + 1) * step })
      }),

    revert: (
      { actor }: ChangeContext,
      id: number,
      kind: RevertKind,
      next: (now: AttributeState) => AttributeState,
    ) =>
      changing(async (tx, store) => {
        const before = (await store.find(id)) ?? fail(noSuchAttribute())
        const { tag_key: _, order_key, retired, ...text } = next(stateOf(before))
        expectPlacesInside(before, text)
        if (order_key !== before.order_key) {
          const others = (await store.of(before.type)).filter((row) => row.id !== id)
          await putAt(store, others, before, Math.round(order_key / step) - 1)
        }
        const columns = {
          ...toAttributeColumns(text),
          retired: retired ? 1 : 0,
          version: before.version + 1,
        } as const
        await record(tx, actor, kind, before, await store.change(id, columns))
      }),

    async suggestions(id: number): Promise<string[]> {
      const store = attributeStore(db)
      const { type, tag_key, suggestions } = (await store.find(id)) ?? fail(noSuchAttribute())
      if (tag_key === placeKey) return (await readPlaces(db)).unambiguousNames()
      if (suggestions === 0) return []
      return (await store.frequentValues(type, tag_key, maxSuggestions)).map(({ value }) => value)
    },

    async history(type: ItemType): Promise<AttributeChange[]> {
      const rows = await attributeStore(db).changes(type, maxChanges)
      return rows.map(({ tag_key, before, after, ...row }) => {
        const states = { before: attributeCodec.read(before), after: attributeCodec.read(after) }
        return {
          ...toChange(
            { ...row, ...states },
            attributeWords,
            states.after === unreadable ? null : states.after,
          ),
          tag_key,
        }
      })
    },
  }
}

export type AttributeService = ReturnType<typeof attributeService>

function expectPlacesInside(
  { tag_key }: AttributeRow,
  { audience }: Pick<AttributeText, 'audience'>,
): void {
  if (tag_key !== placeKey || audience === 'staff') return
  throw invalid(
    'attribute.audience',
    'Where an item is stays inside the house: it can’t be shown to visitors.',
  )
}

/** Puts an attribute among the others of its type. */
async function putAt(
  store: AttributeStore,
  others: readonly AttributeRow[],
  moved: AttributeRow,
  place: number,
) {
  for (const [index, row] of others.toSpliced(place, 0, moved).entries()) {
    const order_key = (index + 1) * step
    if (row.order_key !== order_key) await store.change(row.id, { order_key })
  }
}

async function editConflict(tx: Tx, row: AttributeRow): Promise<Failure> {
  const latest = await attributeChanges(tx).latest(row.id)
  const details: AttributeConflict = {
    current: toAttribute(row),
    changedBy: latest?.user_name ?? '',
    changedAt: latest?.at ?? '',
  }
  return new Failure(
    'conflict',
    'Somebody changed this attribute since you opened it. Please compare.',
    details,
  )
}

const {
  labels,
  kind,
  unit,
  audience,
  group,
  multiline,
  suggestions,
  names,
  retired,
  order_key,
  tag_key,
  glossary,
} = Attribute.shape

/** What the history keeps of an attribute, in the order in which it is shown. */
const V1 = z.strictObject({
  labels,
  kind,
  unit,
  audience,
  group,
  multiline,
  suggestions,
  names,
  retired,
  order_key,
  tag_key,
})
const AttributeState = V1.extend({ glossary })
type AttributeState = z.infer<typeof AttributeState>

const stateOf = (row: AttributeRow): AttributeState => {
  const { id: _, version: __, ...state } = toAttribute(row)
  return AttributeState.parse(state)
}

const attributeCodec = stateCodec<AttributeState>(AttributeState, [
  V1.transform((state) => ({ ...state, glossary: {} })),
])

/** What happened to attributes. */
const attributeChanges = (db: Db) => changeStore(db, 'attribute', attributeCodec)

/** The distance between the order keys of two neighbours. */
const step = 10

const fieldNames: Record<keyof AttributeState, string> = {
  labels: 'Label',
  kind: 'Kind',
  unit: 'Unit',
  audience: 'For',
  group: 'Group',
  multiline: 'Multiple lines',
  suggestions: 'Suggestions',
  names: 'Names',
  retired: 'Retired',
  order_key: 'Position',
  tag_key: 'Key',
  glossary: 'Glossary',
}
const isField = (field: string): field is keyof AttributeState => field in fieldNames

const position = (key: unknown) => (typeof key === 'number' ? Math.round(key / step) : key)

const attributeWords: HistoryWording = {
  fieldName([field, ...inner]) {
    const language = inner.at(-1)
    const name = [isField(field) ? fieldNames[field] : field, ...inner.slice(0, -1)].join(': ')
    return language ? `${name} (${language})` : name
  },
  show: ({ path: [field], before, after }) =>
    formatDifference(
      field === 'order_key'
        ? { before: position(before), after: position(after) }
        : { before, after },
    ),
}

const Labels = z.record(z.string(), z.string())

/** What each column may say, and what is put in place of anything else: nothing that would show more to visitors. */
const columns = {
  kind: { fits: ({ kind }) => attributeKinds.includes(kind), safe: { kind: 'text' } },
  audience: { fits: ({ audience }) => audiences.includes(audience), safe: { audience: 'staff' } },
  group_name: {
    fits: (row) => attributeGroups.includes(row.group_name),
    safe: { group_name: 'none' },
  },
  labels: { fits: ({ labels }) => isJson(labels, Labels), safe: { labels: '{}' } },
  glossary: {
    fits: ({ glossary }) => isJson(glossary, Attribute.shape.glossary),
    safe: { glossary: '{}' },
  },
} as const satisfies Partial<
  Record<keyof AttributeRow, { fits: (row: AttributeRow) => boolean; safe: Partial<AttributeRow> }>
>

async function damaged(db: Db) {
  const rows = await attributeStore(db).all()
  return rows.flatMap((row) =>
    Object.entries(columns).flatMap(([column, { fits, safe }]) =>
      fits(row)
        ? []
        : [{ row, safe, what: `${column} of the attribute ${row.tag_key} (${row.type})` }],
    ),
  )
}

/** Invalid rows of the catalogue, one sentence each. */
export async function checkAttributes(db: Db): Promise<string[]> {
  const types: readonly string[] = itemTypes
  const unknownTypes = (await attributeStore(db).all()).filter(({ type }) => !types.includes(type))
  return [
    ...unknownTypes.map(
      ({ tag_key, type }) => `The attribute ${tag_key} is of a type that does not exist: ${type}.`,
    ),
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

export const attributeHistory = (
  db: Db,
  attributes: AttributeService,
): HistoryKind<AttributeState> => ({
  codec: attributeCodec,
  now: async (id) => stateOf((await attributeStore(db).find(id)) ?? fail(noSuchAttribute())),
  words: async () => attributeWords,
  write: attributes.revert,
})
