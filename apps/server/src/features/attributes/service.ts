import { isDeepStrictEqual } from 'node:util'
import {
  Attribute,
  type AttributeConflict,
  type AttributeHistoryEntry,
  type AttributeSettings,
  attributeGroups,
  attributeKinds,
  attributeLabel,
  audiences,
  type ChangeKind,
  type ItemType,
  inventoryTypes,
  itemTypes,
  maxAttributes,
  placeAttributeKey,
} from '@vitrine/contract'
import { z } from 'zod'
import { type Clock, instant } from '../../base/clock.ts'
import { conflict, Failure, invalid, notFound } from '../../base/failure.ts'
import { type IdempotentRequest, runIdempotently } from '../../db/idempotency.ts'
import type { Db, Tx } from '../../db/tables.ts'
import type { Actor, Author } from '../../http/access.ts'
import { readPlaceTree } from '../../items/places.ts'
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
import { type AttributeStore, attributeStore, type TagDefinitionRow } from './store.ts'

const maxSuggestions = 200
/** Changes shown in the history of a type. */
const maxChanges = 200
/** The distance between the order keys of two neighbours. */
const orderKeyStep = 10

interface RowChange {
  readonly actor: Author
  readonly kind: ChangeKind
  /** Null for a new attribute. */
  readonly before: TagDefinitionRow | null
  readonly after: TagDefinitionRow
}

async function getRow(store: AttributeStore, id: number): Promise<TagDefinitionRow> {
  const row = await store.find(id)
  if (!row) throw notFound('There is no such attribute.')
  return row
}

/**
 * Changes the catalogue. Changes are serialized by the revision row, and recorded in the same
 * transaction.
 */
export const attributeService = (db: Db, clock: Clock) => {
  const inTransaction = <T>(
    work: (tx: Tx, store: AttributeStore) => Promise<T>,
    idempotentRequest: IdempotentRequest | null = null,
  ) =>
    runIdempotently(db, clock, idempotentRequest, async (tx) => {
      await lockRevision(tx, 'attributes')
      return work(tx, attributeStore(tx))
    })

  async function record(tx: Tx, { actor, kind, before, after }: RowChange): Promise<Attribute> {
    const change = {
      subjectId: after.id,
      kind,
      before: before && toAttributeState(before),
      after: toAttributeState(after),
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
      settings: AttributeSettings,
      idempotentRequest: IdempotentRequest | null,
    ) =>
      inTransaction(async (tx, store) => {
        const rows = await store.listOfType(type)
        const existing = rows.find((row) => row.tag_key === tag_key)
        if (existing) {
          const hint =
            existing.retired === 1
              ? 'It is retired: restore it instead.'
              : 'Please choose another key.'
          throw conflict(`There is an attribute ${tag_key} already. ${hint}`)
        }
        if (rows.length >= maxAttributes)
          throw conflict(
            `There can be at most ${maxAttributes} attributes. Please restore a retired one instead.`,
          )
        const addedRow = await store.add({
          ...toAttributeColumns(settings),
          type,
          tag_key,
          order_key: (rows.at(-1)?.order_key ?? 0) + orderKeyStep,
          retired: 0,
          version: 1,
        })
        return record(tx, { actor, kind: 'created', before: null, after: addedRow })
      }, idempotentRequest),

    save: (actor: Actor, id: number, settings: AttributeSettings, version: number | undefined) =>
      inTransaction(async (tx, store) => {
        const before = await getRow(store, id)
        if (version !== undefined && version !== before.version)
          throw await createEditConflict(tx, before)
        expectLocationForStaff(before, settings)
        const columns = toAttributeColumns(settings)
        const changedState = toAttributeState({ ...before, ...columns })
        if (isDeepStrictEqual(toAttributeState(before), changedState)) return toAttribute(before)
        const after = await store.change(id, { ...columns, version: before.version + 1 })
        return record(tx, { actor, kind: 'changed', before, after })
      }),

    retire: (actor: Actor, id: number, isRetired: boolean) =>
      inTransaction(async (tx, store) => {
        const before = await getRow(store, id)
        if ((before.retired === 1) === isRetired) return toAttribute(before)
        const after = await store.change(id, {
          retired: isRetired ? 1 : 0,
          version: before.version + 1,
        })
        return record(tx, { actor, kind: isRetired ? 'retired' : 'restored', before, after })
      }),

    /**
     * Moves an attribute behind another one, or to the front if `afterId` is null. The position is
     * not part of the version: moving and editing do not conflict.
     */
    move: (actor: Actor, id: number, afterId: number | null) =>
      inTransaction(async (tx, store) => {
        const moved = await getRow(store, id)
        const rows = await store.listOfType(moved.type)
        const others = rows.filter((row) => row.id !== id)
        const position = afterId === null ? 0 : others.findIndex((row) => row.id === afterId) + 1
        if (afterId !== null && position === 0)
          throw notFound(
            'The attribute to move it behind is not in the same museum. Please reload the page.',
          )
        if (rows[position]?.id === id) return toAttribute(moved)
        await moveToPosition(store, others, moved, position)
        const after = { ...moved, order_key: (position + 1) * orderKeyStep }
        return record(tx, { actor, kind: 'moved', before: moved, after })
      }),

    revert: (
      { actor }: ChangeContext,
      id: number,
      kind: RevertKind,
      revertState: (state: AttributeState) => AttributeState,
    ) =>
      inTransaction(async (tx, store) => {
        const before = await getRow(store, id)
        const {
          tag_key: _,
          order_key,
          retired,
          ...settings
        } = revertState(toAttributeState(before))
        expectLocationForStaff(before, settings)
        if (order_key !== before.order_key) {
          const others = (await store.listOfType(before.type)).filter((row) => row.id !== id)
          const position = Math.round(order_key / orderKeyStep) - 1
          await moveToPosition(store, others, before, position)
        }
        const columns = {
          ...toAttributeColumns(settings),
          retired: retired ? 1 : 0,
          version: before.version + 1,
        } as const
        await record(tx, { actor, kind, before, after: await store.change(id, columns) })
      }),

    async suggestions(id: number): Promise<string[]> {
      const store = attributeStore(db)
      const { type, tag_key, suggestions } = await getRow(store, id)
      if (tag_key === placeAttributeKey) return (await readPlaceTree(db)).unambiguousNames()
      if (suggestions === 0) return []
      return (await store.findFrequentValues(type, tag_key, maxSuggestions)).map(
        ({ value }) => value,
      )
    },

    async history(type: ItemType): Promise<AttributeHistoryEntry[]> {
      const rows = await attributeStore(db).listChanges(type, maxChanges)
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

function expectLocationForStaff(
  { tag_key }: TagDefinitionRow,
  { audience }: Pick<AttributeSettings, 'audience'>,
): void {
  if (tag_key !== placeAttributeKey || audience === 'staff') return
  throw invalid(
    'attribute.audience',
    'The location of items is for staff only and can’t be shown to visitors.',
  )
}

/** Moves an attribute to a position among the others of its type. */
async function moveToPosition(
  store: AttributeStore,
  others: readonly TagDefinitionRow[],
  moved: TagDefinitionRow,
  position: number,
) {
  for (const [index, row] of others.toSpliced(position, 0, moved).entries()) {
    const order_key = (index + 1) * orderKeyStep
    if (row.order_key !== order_key) await store.change(row.id, { order_key })
  }
}

async function createEditConflict(tx: Tx, row: TagDefinitionRow): Promise<Failure> {
  const latest = await attributeChanges(tx).findLatest(row.id)
  const details: AttributeConflict = {
    current: toAttribute(row),
    changedBy: latest?.user_name ?? '',
    changedAt: latest?.at ?? '',
  }
  return new Failure(
    'conflict',
    'Someone has changed this attribute since you opened it. Please compare both versions.',
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

/** Stored state of an attribute before there were glossaries, in display order. */
const StateWithoutGlossary = z.strictObject({
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
/** Stored state of an attribute in the history. */
const AttributeState = StateWithoutGlossary.extend({ glossary })
type AttributeState = z.infer<typeof AttributeState>

const toAttributeState = (row: TagDefinitionRow): AttributeState => {
  const { id: _, version: __, ...state } = toAttribute(row)
  return AttributeState.parse(state)
}

const attributeCodec = stateCodec<AttributeState>(AttributeState, [
  StateWithoutGlossary.transform((state) => ({ ...state, glossary: {} })),
])

/** The history of attributes. */
const attributeChanges = (db: Db) => changeStore(db, 'attribute', attributeCodec)

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

/** The position, counted from 1, of an order key in the history. */
const toPosition = (orderKey: unknown) =>
  typeof orderKey === 'number' ? Math.round(orderKey / orderKeyStep) : orderKey

const attributeWords: HistoryWording = {
  // A path is ['unit'], ['labels', 'de'] or ['glossary', 'Bois', 'de'].
  fieldName([field, ...inner]) {
    const language = inner.at(-1)
    const name = [isField(field) ? fieldNames[field] : field, ...inner.slice(0, -1)].join(': ')
    return language ? `${name} (${language})` : name
  },
  formatValues: ({ path: [field], before, after }) =>
    formatDifference(
      field === 'order_key'
        ? { before: toPosition(before), after: toPosition(after) }
        : { before, after },
    ),
}

const Labels = z.record(z.string(), z.string())

/**
 * Checks each column; an invalid value is replaced by a fallback that shows visitors no more than
 * before.
 */
const columnChecks = {
  kind: { isValid: ({ kind }) => attributeKinds.includes(kind), fallback: { kind: 'text' } },
  audience: {
    isValid: ({ audience }) => audiences.includes(audience),
    fallback: { audience: 'staff' },
  },
  group_name: {
    isValid: (row) => attributeGroups.includes(row.group_name),
    fallback: { group_name: 'none' },
  },
  labels: { isValid: ({ labels }) => isJson(labels, Labels), fallback: { labels: '{}' } },
  glossary: {
    isValid: ({ glossary }) => isJson(glossary, Attribute.shape.glossary),
    fallback: { glossary: '{}' },
  },
} as const satisfies Partial<
  Record<
    keyof TagDefinitionRow,
    { isValid: (row: TagDefinitionRow) => boolean; fallback: Partial<TagDefinitionRow> }
  >
>

async function findInvalidColumns(db: Db) {
  const rows = await attributeStore(db).all()
  return rows.flatMap((row) =>
    Object.entries(columnChecks)
      .filter(([, { isValid }]) => !isValid(row))
      .map(([column, { fallback }]) => ({
        row,
        fallback,
        subject: `${column} of the attribute ${row.tag_key} (${row.type})`,
      })),
  )
}

/** Finds invalid rows of the catalogue; one sentence each. */
export async function checkAttributes(db: Db): Promise<string[]> {
  const types: readonly string[] = itemTypes
  const unknownTypes = (await attributeStore(db).all()).filter(({ type }) => !types.includes(type))
  return [
    ...unknownTypes.map(
      ({ tag_key, type }) => `The attribute ${tag_key} is of a type that does not exist: ${type}.`,
    ),
    ...(await findInvalidColumns(db)).map(({ subject }) => `The ${subject} can’t be read.`),
  ]
}

/** Replaces each unreadable value with its fallback; returns one sentence for each. */
export async function repairAttributes(tx: Tx): Promise<string[]> {
  const invalidColumns = await findInvalidColumns(tx)
  for (const { row, fallback } of invalidColumns) await attributeStore(tx).change(row.id, fallback)
  return invalidColumns.map(
    ({ subject, fallback }) => `Set to ${Object.values(fallback)}: the ${subject}.`,
  )
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
  readCurrent: async (id) => toAttributeState(await getRow(attributeStore(db), id)),
  async describe(id, { tag_key, unit, labels: stateLabels }) {
    const row = await getRow(attributeStore(db), id)
    return {
      title: `${attributeLabel({ tag_key, unit, labels: stateLabels })} · ${inventoryTypes[row.type].museum}`,
      screen: `/attributes?museum=${row.type}`,
    }
  },
  readWording: async () => attributeWords,
  write: attributes.revert,
})
