import { type AttributeMeaning, type Gap, gapsOf, type ItemType, itemTypes, lacksAlt, yearOf } from '@vitrine/contract'
import type { Clock } from '../../../base/clock.ts'
import { yieldToEventLoop } from '../../../db/chunks.ts'
import type { Db, Tx } from '../../../db/tables.ts'
import { attributeStore } from '../../attributes/index.ts'
import { languageOfState, textStatesOf } from '../derived.ts'
import type { Item, ItemState } from '../state.ts'
import { itemStore } from '../store.ts'
import { gapStore } from './store.ts'

interface Changed {
  readonly item: Pick<Item, 'id' | 'type'>
  readonly before: Pick<Item, 'state'> | null
  readonly after: ItemState
}

/** Keeps the gaps of changed items, in the transaction of the change. */
export async function writeGaps(tx: Tx, changed: readonly Changed[], at: string): Promise<void> {
  const year = yearOf(new Date(at))
  for (const [type, ofType] of Map.groupBy(changed, ({ item }) => item.type)) {
    const gapsIn = await rulesOf(tx, type, year)
    await write(
      tx,
      ofType.map(({ item, before, after }) => compare(item.id, before ? gapsIn(before.state) : [], gapsIn(after))),
    )
  }
}

/** Recalculates the gaps, of one type or of all items; returns how many were wrong. */
export async function rebuildGaps(tx: Tx, clock: Clock, types: readonly ItemType[] = itemTypes): Promise<number> {
  let wrong = 0
  for (const type of types) {
    for await (const differences of wrongGaps(tx, clock, type)) {
      wrong += differences.length
      await write(tx, differences)
    }
  }
  if (wrong > 0) await itemStore(tx).newRevision('items')
  return wrong
}

/** One sentence for all items whose gaps are not as the rules say. */
export async function checkGaps(db: Db, clock: Clock): Promise<string[]> {
  let wrong = 0
  for (const type of itemTypes) for await (const some of wrongGaps(db, clock, type)) wrong += some.length
  return wrong > 0 ? [`The gaps of ${wrong} items are not as the rules say: please run check --repair.`] : []
}

interface Difference {
  readonly itemId: number
  readonly missing: readonly Gap[]
  readonly extra: readonly Gap[]
  /** How the item stands in each language, where that is stored wrongly. */
  readonly textStates?: string | undefined
}

/** Items whose stored gaps differ from what the rules say, page by page. */
async function* wrongGaps(db: Db, clock: Clock, type: ItemType): AsyncGenerator<Difference[]> {
  const store = gapStore(db)
  const gapsIn = await rulesOf(db, type, yearOf(clock.now()))
  for await (const page of store.pages(type)) {
    const stored = Map.groupBy(await store.stored(page.map(({ id }) => id)), (row) => row.item_id)
    yield page
      .map(({ id, state, textStates }) => ({
        ...compare(
          id,
          (stored.get(id) ?? []).map(({ rule }) => rule),
          gapsIn(state),
        ),
        textStates: textStates === textStatesOf(state) ? undefined : textStatesOf(state),
      }))
      .filter(({ missing, extra, textStates }) => missing.length + extra.length > 0 || textStates !== undefined)
    await yieldToEventLoop()
  }
}

/** The rules by what the catalogue says now. */
async function rulesOf(db: Db, type: ItemType, year: number): Promise<(state: ItemState) => Gap[]> {
  const attributes: AttributeMeaning[] = (await attributeStore(db).of(type))
    .filter(({ retired }) => retired === 0)
    .map(({ tag_key, kind }) => ({ tag_key, kind }))
  return (state) =>
    state.archived
      ? []
      : gapsOf(
          {
            ...state,
            hasPicture: state.pictures.some((picture) => picture.public),
            lacksAlt: state.pictures.some(lacksAlt),
            language: languageOfState(state),
          },
          attributes,
          year,
        )
}

const compare = (itemId: number, stored: readonly Gap[], expected: readonly Gap[]): Difference => ({
  itemId,
  missing: expected.filter((gap) => !stored.includes(gap)),
  extra: stored.filter((gap) => !expected.includes(gap)),
})

async function write(tx: Tx, differences: readonly Difference[]): Promise<void> {
  const rows = (gaps: 'missing' | 'extra') =>
    differences.flatMap(({ itemId, [gaps]: rules }) => rules.map((rule) => ({ item_id: itemId, rule })))
  await gapStore(tx).remove(rows('extra'))
  await gapStore(tx).add(rows('missing'))
  for (const [states, alike] of Map.groupBy(differences, ({ textStates }) => textStates)) {
    const ids = alike.map(({ itemId }) => itemId)
    if (states !== undefined) await gapStore(tx).setTextStates(ids, states)
  }
}
