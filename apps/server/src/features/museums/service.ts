import { isDeepStrictEqual } from 'node:util'
import {
  type ChangeKind,
  createEmptyState,
  type ItemType,
  inventoryTypes,
  itemTypes,
  type MuseumConflict,
  type MuseumInfo,
  type MuseumState,
  museumFields,
  museumStateField,
  museumTextField,
  museumTopics,
  type TextLanguage,
  textLanguages,
} from '@vitrine/contract'
import { instant } from '../../base/clock.ts'
import { Failure, notFound } from '../../base/failure.ts'
import type { Context } from '../../context.ts'
import { lockUntilCommit } from '../../db/dialect.ts'
import { fromColumns } from '../../db/records.ts'
import type { Db, Tx } from '../../db/tables.ts'
import type { Actor } from '../../http/access.ts'
import { updateProjections } from '../../projections/index.ts'
import { type ChangeContext, fieldHistory } from '../history/index.ts'
import { type MuseumRow, museumStore } from './store.ts'

const history = fieldHistory('museum', museumFields)
const museumChanges = history.changes

interface StoredMuseum {
  readonly state: MuseumState
  readonly version: number
}

/** Version 0 is the empty state before the first save. */
function toStoredMuseum(row: MuseumRow | undefined): StoredMuseum {
  if (row) return { state: fromColumns(museumFields, row), version: row.version }

  const states = { state_fr: 'draft', state_de: 'draft', state_en: 'draft' } as const
  return { state: { ...createEmptyState(museumFields), ...states }, version: 0 }
}

const toMuseumInfo = (type: ItemType, { state, version }: StoredMuseum): MuseumInfo => ({
  type,
  id: inventoryTypes[type].id,
  version,
  ...state,
})

/** Texts about the museums for visitors. */
export const museumService = ({ db, clock }: Context) => ({
  async read(type: ItemType): Promise<MuseumState> {
    return toStoredMuseum(await museumStore(db).find(inventoryTypes[type].id)).state
  },

  async all(): Promise<Record<ItemType, MuseumState>> {
    const entries = (await this.list()).map(
      ({ type, id: _, version: __, ...state }) => [type, state] as const,
    )
    return Object.fromEntries(entries) as Record<ItemType, MuseumState>
  },

  async list(): Promise<MuseumInfo[]> {
    const rows = new Map((await museumStore(db).all()).map((row) => [row.id, row]))
    return itemTypes.map((type) =>
      toMuseumInfo(type, toStoredMuseum(rows.get(inventoryTypes[type].id))),
    )
  },

  save: (
    actor: Actor,
    type: ItemType,
    input: MuseumState,
    version: number | undefined,
  ): Promise<MuseumInfo> =>
    inTransaction(db, inventoryTypes[type].id, async (tx, before) => {
      if (version !== undefined && version !== before.version)
        throw await createEditConflict(tx, toMuseumInfo(type, before))
      const written = await writeMuseum(
        tx,
        { actor, at: instant(clock) },
        {
          id: inventoryTypes[type].id,
          kind: 'changed',
          before,
          after: markOutdatedLanguages(before.state, input),
        },
      )
      return toMuseumInfo(type, written)
    }),
})

export type MuseumService = ReturnType<typeof museumService>

/** Runs changes of museums one at a time. */
const inTransaction = <T>(
  db: Db,
  id: number,
  work: (tx: Tx, before: StoredMuseum) => Promise<T>,
): Promise<T> =>
  db.transaction().execute(async (tx) => {
    await lockUntilCommit(tx, 'museum')
    return work(tx, toStoredMuseum(await museumStore(tx).find(id)))
  })

interface MuseumWrite {
  readonly id: number
  readonly kind: ChangeKind
  readonly before: StoredMuseum
  readonly after: MuseumState
}

/** The single write path of museums: the row and its history. An unchanged state is not written. */
async function writeMuseum(
  tx: Tx,
  context: ChangeContext,
  { id, kind, before, after }: MuseumWrite,
): Promise<StoredMuseum> {
  if (isDeepStrictEqual(before.state, after)) return before
  const version = before.version + 1
  await museumStore(tx).write(id, after, version, context.at)
  const change =
    before.version === 0
      ? { kind: 'created' as const, before: null, after }
      : { kind, before: before.state, after }
  await museumChanges(tx).record([{ subjectId: id, ...change }], context)
  await updateProjections(tx, 'museum', [id])
  return { state: after, version }
}

/** If texts of a language change, marks the other checked languages as outdated. */
function markOutdatedLanguages(before: MuseumState, input: MuseumState): MuseumState {
  const selectTexts = (state: MuseumState, language: TextLanguage) =>
    museumTopics.map((topic) => state[museumTextField(topic, language)])
  const changedLanguages = textLanguages.filter(
    (language) => !isDeepStrictEqual(selectTexts(before, language), selectTexts(input, language)),
  )
  if (changedLanguages.length === 0) return input

  const outdated = textLanguages.filter((language) => {
    const field = museumStateField(language)
    const isChecked = before[field] === 'checked' && input[field] === 'checked'
    const hasTexts = selectTexts(input, language).some((text) => text.trim() !== '')
    return !changedLanguages.includes(language) && isChecked && hasTexts
  })
  return {
    ...input,
    ...Object.fromEntries(outdated.map((language) => [museumStateField(language), 'outdated'])),
  }
}

async function createEditConflict(tx: Tx, current: MuseumInfo): Promise<Failure> {
  const latest = await museumChanges(tx).findLatest(current.id)
  const details: MuseumConflict = {
    current,
    changedBy: latest?.user_name ?? '',
    changedAt: latest?.at ?? '',
  }
  return new Failure(
    'conflict',
    'Someone has changed this museum since you opened it. Please compare both versions.',
    details,
  )
}

export const museumHistory = (db: Db) =>
  history.kind({
    async readCurrent(id) {
      if (!itemTypes.some((type) => inventoryTypes[type].id === id))
        throw notFound('There is no such museum.')
      return toStoredMuseum(await museumStore(db).find(id)).state
    },

    describe(id) {
      const type = itemTypes.find((itemType) => inventoryTypes[itemType].id === id)
      if (!type) return { title: 'Museum', screen: '/museums' }
      return { title: inventoryTypes[type].museum, screen: `/museums?museum=${type}` }
    },

    write: (context, id, kind, getTargetState) =>
      inTransaction(db, id, (tx, before) =>
        writeMuseum(tx, context, { id, kind, before, after: getTargetState(before.state) }),
      ),
  })
