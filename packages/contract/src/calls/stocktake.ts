import { z } from 'zod'
import { type Call, fileAnswer } from '../call.ts'
import { conditions } from '../conditions.ts'
import { maxItemsAtOnce, tooManyItemsMessage } from '../inventory/limits.ts'
import { assistantLanguages } from '../journal/languages.ts'
import { managers, staff } from '../roles.ts'
import {
  type Decision,
  decisions,
  factKinds,
  type ResultKind,
  resultKinds,
  stocktakeLimits,
} from '../stocktake.ts'
import { Id, IdParams, line, prose } from '../text.ts'
import { TaskFields } from './comments.ts'
import { Person } from './tasks.ts'

const Condition = z.enum(['', ...conditions])
const Decided = z.enum(Object.keys(decisions) as [Decision, ...Decision[]])

/** One stocktake, from opening to closing. Answers carry it under the key `campaign`. */
export const Stocktake = z.object({
  id: z.number().int(),
  name: z.string(),
  /** The counted places or the view, in words. */
  scope: z.string(),
  openedAt: z.string(),
  openedBy: z.string(),
  /** Empty while it is open, like `closedBy`. */
  closedAt: z.string(),
  closedBy: z.string(),
  /** Empty: all staff. */
  members: z.array(Person),
  expected: z.number().int(),
  /** Number of expected items that were seen. */
  seen: z.number().int(),
  /** Number of uncounted facts that arrived after the end. */
  late: z.number().int(),
  /** Whether the caller takes part. */
  mayScan: z.boolean(),
})
export type Stocktake = z.infer<typeof Stocktake>

/** An item's data for scanning phones. */
export const StocktakeItem = z.object({
  id: z.number().int(),
  identifier: z.string(),
  /** Number for the visitors' keypad; absent if it equals the id. */
  number: z.number().int().optional(),
  name: z.string(),
  /** Hash of its first picture, or empty. */
  picture: z.string(),
  /** Id of its expected place. */
  placeId: z.number().int().nullable(),
  expected: z.boolean(),
})
export type StocktakeItem = z.infer<typeof StocktakeItem>

export const StocktakePlace = z.object({
  id: z.number().int(),
  code: z.string(),
  name: z.string(),
  parent_id: z.number().int().nullable(),
  archived: z.boolean(),
})

/** Everything that a phone stores about a stocktake, except the facts. */
export const StocktakeData = z.object({
  campaign: Stocktake,
  /** The caller's name. */
  me: z.string(),
  items: z.array(StocktakeItem),
  places: z.array(StocktakePlace),
})
export type StocktakeData = z.infer<typeof StocktakeData>

const SubmittedFact = z.strictObject({
  /** Created on the phone; deduplicates retries. */
  id: z.uuid(),
  kind: z.enum(factKinds),
  placeId: Id.nullable(),
  code: line(stocktakeLimits.code),
  itemId: Id.nullable(),
  condition: Condition,
  remark: prose(stocktakeLimits.remark),
  /** Whether a photo follows, which belongs to the condition check with this id as its key. */
  photo: z.boolean(),
  /** Time of the phone's clock. */
  seenAt: z.iso.datetime(),
  /** Name of the person who scanned, who may not be the sender. */
  by: line(200),
})
export type SubmittedFact = z.output<typeof SubmittedFact>

export const Fact = z.object({
  ...SubmittedFact.shape,
  receivedAt: z.string(),
  /** The item's recorded place when the fact arrived. */
  notedPlaceId: z.number().int().nullable(),
  /** Name of the sending account, from the session; empty if it equals `by`. */
  sentBy: z.string(),
  /** Whether it arrived after the end and no manager has counted it. */
  late: z.literal(true).optional(),
})
export type Fact = z.infer<typeof Fact>

export const FactsPage = z.object({
  campaign: Stocktake,
  /** In order of arrival. */
  facts: z.array(Fact),
  /** Id of the last fact, for the next `since`; empty if `since` is unknown, as after a restore. */
  last: z.string(),
  more: z.boolean(),
  /** Facts that were not stored; sending them again would fail again. */
  rejected: z.array(z.object({ id: z.string(), reason: z.string() })),
})
export type FactsPage = z.infer<typeof FactsPage>

/** A result row for display. An item has one per difference, and each late fact has its own. */
export const StocktakeResult = z.object({
  /** Id for decisions: 'missing 12', 'unknown https://…', 'late <id of the fact>'. */
  key: z.string(),
  kind: z.enum(Object.keys(resultKinds) as [ResultKind, ...ResultKind[]]),
  itemId: z.number().int().nullable(),
  /** Identifier of the item, or the unknown code. */
  identifier: z.string(),
  name: z.string(),
  /** Paths of the places, or empty. */
  expected: z.string(),
  seen: z.string(),
  /** These five fields are empty for a missing item. */
  factKind: z.enum(['', ...factKinds]),
  seenAt: z.string(),
  receivedAt: z.string(),
  by: z.string(),
  sentBy: z.string(),
  /** Last noted condition. */
  condition: Condition,
  remark: z.string(),
  photo: z.boolean(),
  decision: z.object({ decision: Decided, by: z.string() }).optional(),
})
export type StocktakeResult = z.infer<typeof StocktakeResult>

const name = line(stocktakeLimits.name).min(1, 'Please enter a name.')
const NewStocktake = z.strictObject({
  name,
  members: z.array(Id).max(500).default([]),
  scope: z.union([
    z.strictObject({ places: z.array(Id).min(1, 'Please choose a place.').max(2_000) }),
    z.strictObject({
      view: name,
      itemIds: z
        .array(Id)
        .min(1, 'This view shows no items.')
        .max(maxItemsAtOnce, tooManyItemsMessage),
    }),
  ]),
})
export type NewStocktake = z.output<typeof NewStocktake>

const maxDecided = Math.max(...Object.values(stocktakeLimits.decided))
const Key = z.string().min(1)
const Keys = z
  .array(Key.max(stocktakeLimits.code + 20))
  .min(1)
  .max(maxDecided, `Please decide about at most ${maxDecided} at once.`)
const Since = z.union([z.literal(''), z.uuid()])
const factBodyLimits = { bodyLimit: 4 * 1024 * 1024 }

export const stocktake = {
  list: {
    method: 'GET',
    path: '/stocktake',
    access: staff,
    summary: 'The stocktakes, open ones first, then by date',
    ok: z.array(Stocktake),
  },
  open: {
    method: 'POST',
    path: '/stocktake/open',
    access: managers,
    summary:
      'Open a stocktake of places and the places in them, or of the items of a view; records ' +
      'what is expected where',
    body: NewStocktake,
    ...factBodyLimits,
    bodyShape: {
      keys: 10,
      elements: maxItemsAtOnce,
      values: maxItemsAtOnce + 5_000,
      sentence: tooManyItemsMessage,
    },
    ok: Stocktake,
    creates: true,
  },
  read: {
    method: 'GET',
    path: '/stocktake/:id',
    access: staff,
    summary:
      'A stocktake with all items and places and the expected place of each item, as a phone ' +
      'stores it',
    params: IdParams,
    ok: StocktakeData,
    finished: true,
  },
  facts: {
    method: 'GET',
    path: '/stocktake/:id/facts',
    access: staff,
    summary: 'The facts in order of arrival; with `since`, those after the fact with this id',
    params: IdParams,
    query: z.strictObject({ since: Since.default('') }),
    ok: FactsPage,
  },
  send: {
    method: 'POST',
    path: '/stocktake/:id/facts',
    access: staff,
    summary: `Send at most ${stocktakeLimits.sent} facts, and get those after \`since\`. Retries are deduplicated. Facts sent to a closed stocktake wait for a manager to count them`,
    params: IdParams,
    body: z.strictObject({
      since: Since,
      facts: z
        .array(SubmittedFact)
        .max(stocktakeLimits.sent, `Please send at most ${stocktakeLimits.sent} facts at once.`),
    }),
    ...factBodyLimits,
    ok: FactsPage,
  },
  result: {
    method: 'GET',
    path: '/stocktake/:id/result',
    access: managers,
    summary:
      'The results of a stocktake so far: differences with decisions, sightings in the expected place, and late facts. ' +
      'Pages have about a megabyte; pass `next` as `after` to get the next page',
    params: IdParams,
    query: z.strictObject({
      after: z
        .string()
        .regex(/^\d{1,10}$/, 'Please send the value of `next`.')
        .transform(Number)
        .optional(),
    }),
    ok: z.object({ rows: z.array(StocktakeResult), next: z.number().int().nullable() }),
  },
  decide: {
    method: 'POST',
    path: '/stocktake/:id/decide',
    access: managers,
    summary:
      'Decide about differences, also after closing: accept movements, make tasks (with ' +
      'assignee and date in `task`), mark as found later, dismiss codes, or count late facts',
    params: IdParams,
    body: z.strictObject({ keys: Keys, decision: Decided, task: TaskFields.optional() }),
    ...factBodyLimits,
    ok: z.object({
      /** Batch id for undoing the decisions. */
      batch: z.string(),
      decided: z.number().int(),
      /** Skipped keys, with reasons. */
      left: z.array(z.object({ key: z.string(), reason: z.string() })),
    }),
  },
  undo: {
    method: 'POST',
    path: '/stocktake/:id/undo',
    access: managers,
    summary:
      'Undo the decisions of one call, also after closing: moves items back and deletes ' + 'tasks',
    params: IdParams,
    body: z.strictObject({ batch: z.uuid() }),
    ok: z.object({ undone: z.number().int() }),
  },
  close: {
    method: 'POST',
    path: '/stocktake/:id/close',
    access: managers,
    summary: 'Close a stocktake; later scans count only once a manager counts them',
    params: IdParams,
    ok: Stocktake,
  },
  reopen: {
    method: 'POST',
    path: '/stocktake/:id/reopen',
    access: managers,
    summary: 'Reopen a closed stocktake for scanning; late facts stay uncounted',
    params: IdParams,
    ok: Stocktake,
  },
  report: {
    method: 'GET',
    path: '/stocktake/:id/report',
    access: managers,
    summary:
      'The report of a stocktake as PDF, in French, German or English: counts, differences, names, and a line to sign',
    params: IdParams,
    query: z.strictObject({ lang: z.enum(assistantLanguages) }),
    ...fileAnswer,
  },
} as const satisfies Record<string, Call>
