import { z } from 'zod'
import { type Call, fileAnswer } from '../call.ts'
import { maxItemsAtOnce, tooManyItemsMessage } from '../inventory/limits.ts'
import { assistantLanguages } from '../journal/languages.ts'
import { managers, staff } from '../roles.ts'
import {
  conditions,
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

export const Campaign = z.object({
  id: z.number().int(),
  name: z.string(),
  /** The places or the view that it is about, in words. */
  scope: z.string(),
  openedAt: z.string(),
  openedBy: z.string(),
  /** Both empty while it is open. */
  closedAt: z.string(),
  closedBy: z.string(),
  /** An empty list means all staff. */
  members: z.array(Person),
  expected: z.number().int(),
  /** How many of the expected ones were seen. */
  seen: z.number().int(),
  /** Facts that arrived after it was closed and are not counted. */
  late: z.number().int(),
  /** The caller takes part. */
  mayScan: z.boolean(),
})
export type Campaign = z.infer<typeof Campaign>

/** An item as a phone needs it. */
export const StocktakeItem = z.object({
  id: z.number().int(),
  identifier: z.string(),
  /** Its number for the visitors' keypad; absent if that is the id. */
  number: z.number().int().optional(),
  name: z.string(),
  /** The name of its first picture; empty without one. */
  picture: z.string(),
  /** Where it is expected. */
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

/** Everything that a phone keeps of a campaign, beside the facts. */
export const CampaignData = z.object({
  campaign: Campaign,
  /** The caller's name. */
  me: z.string(),
  items: z.array(StocktakeItem),
  places: z.array(StocktakePlace),
})
export type CampaignData = z.infer<typeof CampaignData>

const SubmittedFact = z.strictObject({
  /** Made on the phone: the same fact sent again is one fact. */
  id: z.uuid(),
  kind: z.enum(factKinds),
  placeId: Id.nullable(),
  code: line(stocktakeLimits.code),
  itemId: Id.nullable(),
  condition: Condition,
  remark: prose(stocktakeLimits.remark),
  /** A photo follows, as a picture of the item. */
  photo: z.boolean(),
  /** By the phone's clock. */
  seenAt: z.iso.datetime(),
  /** The name of the scanner, where facts of another phone are sent. */
  by: line(200),
})
export type SubmittedFact = z.output<typeof SubmittedFact>

export const Fact = z.object({
  ...SubmittedFact.shape,
  receivedAt: z.string(),
  /** Where the item was noted to be when it arrived. */
  notedPlaceId: z.number().int().nullable(),
  /** The name of the account that sent it; empty if that is `by`. Taken from the session. */
  sentBy: z.string(),
  /** It arrived after the campaign was closed, and no manager has counted it. */
  late: z.literal(true).optional(),
})
export type Fact = z.infer<typeof Fact>

export const FactsPage = z.object({
  campaign: Campaign,
  /** In the order in which they were received. */
  facts: z.array(Fact),
  /** The id of the last one, to ask for those that follow; empty where `since` is unknown, as after the restore of a backup. */
  last: z.string(),
  more: z.boolean(),
  /** Sent facts that were not stored because they would be refused again. */
  rejected: z.array(z.object({ id: z.string(), reason: z.string() })),
})
export type FactsPage = z.infer<typeof FactsPage>

/** What came of an item or an unknown code, in words. An item has one for each difference, and each late fact is one. */
export const StocktakeResult = z.object({
  /** Names it in a decision: 'missing 12', 'unknown https://…', 'late <id of the fact>'. */
  key: z.string(),
  kind: z.enum(Object.keys(resultKinds) as [ResultKind, ...ResultKind[]]),
  itemId: z.number().int().nullable(),
  /** The code of an unknown one. */
  identifier: z.string(),
  name: z.string(),
  /** The paths of the places, empty without one. */
  expected: z.string(),
  seen: z.string(),
  /** These five are empty for a missing item. */
  factKind: z.enum(['', ...factKinds]),
  seenAt: z.string(),
  receivedAt: z.string(),
  by: z.string(),
  sentBy: z.string(),
  /** What was said last about the item. */
  condition: Condition,
  remark: z.string(),
  photo: z.boolean(),
  decision: z.object({ decision: Decided, by: z.string() }).optional(),
})
export type StocktakeResult = z.infer<typeof StocktakeResult>

const name = line(stocktakeLimits.name).min(1, 'Please enter a name.')
const NewCampaign = z.strictObject({
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
export type NewCampaign = z.output<typeof NewCampaign>

const maxDecided = Math.max(...Object.values(stocktakeLimits.decided))
const Key = z.string().min(1)
const Keys = z
  .array(Key.max(stocktakeLimits.code + 20))
  .min(1)
  .max(maxDecided, `Please decide about at most ${maxDecided} at once.`)
const Since = z.union([z.literal(''), z.uuid()])
const readLimits = { bodyLimit: 4 * 1024 * 1024 }

export const stocktake = {
  list: {
    method: 'GET',
    path: '/stocktake',
    access: staff,
    summary: 'The stocktakes, open ones first, then by date',
    ok: z.array(Campaign),
  },
  open: {
    method: 'POST',
    path: '/stocktake/open',
    access: managers,
    summary:
      'Open a stocktake of places with all below them, or of the items that a view shows; it notes what is expected where',
    body: NewCampaign,
    ...readLimits,
    bodyShape: {
      keys: 10,
      elements: maxItemsAtOnce,
      values: maxItemsAtOnce + 5_000,
      sentence: tooManyItemsMessage,
    },
    ok: Campaign,
    creates: true,
  },
  read: {
    method: 'GET',
    path: '/stocktake/:id',
    access: staff,
    summary:
      'A stocktake with all items and places, and where each item is expected: what a phone keeps of it',
    params: IdParams,
    ok: CampaignData,
    finished: true,
  },
  facts: {
    method: 'GET',
    path: '/stocktake/:id/facts',
    access: staff,
    summary:
      'What was seen, in the order in which it was received; with `since`, what follows the fact of that id',
    params: IdParams,
    query: z.strictObject({ since: Since.default('') }),
    ok: FactsPage,
  },
  send: {
    method: 'POST',
    path: '/stocktake/:id/facts',
    access: staff,
    summary: `Send at most ${stocktakeLimits.sent} facts, and get those that follow \`since\`; a fact that is sent again is one fact. A closed stocktake keeps them for a manager to count`,
    params: IdParams,
    body: z.strictObject({
      since: Since,
      facts: z
        .array(SubmittedFact)
        .max(stocktakeLimits.sent, `Please send at most ${stocktakeLimits.sent} facts at once.`),
    }),
    ...readLimits,
    ok: FactsPage,
  },
  result: {
    method: 'GET',
    path: '/stocktake/:id/result',
    access: managers,
    summary:
      'What came of a stocktake so far: the differences with what was decided, what was seen in its place, and what arrived after the end; ' +
      'about a megabyte at once, `next` is the `after` of the rows that follow',
    params: IdParams,
    query: z.strictObject({
      after: z
        .string()
        .regex(/^\d{1,10}$/, 'Please send what `next` said.')
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
      'Decide about differences, also after the end: accept the movements, make tasks, note that they were found later, dismiss codes, or count what arrived late; `task` says who is to do the tasks and by when',
    params: IdParams,
    body: z.strictObject({ keys: Keys, decision: Decided, task: TaskFields.optional() }),
    ...readLimits,
    ok: z.object({
      /** For the call that undoes it. */
      batch: z.string(),
      decided: z.number().int(),
      /** What was left alone, and why. */
      left: z.array(z.object({ key: z.string(), reason: z.string() })),
    }),
  },
  undo: {
    method: 'POST',
    path: '/stocktake/:id/undo',
    access: managers,
    summary:
      'Undo what one call decided, also after the end: movements are moved back, tasks deleted',
    params: IdParams,
    body: z.strictObject({ batch: z.uuid() }),
    ok: z.object({ undone: z.number().int() }),
  },
  close: {
    method: 'POST',
    path: '/stocktake/:id/close',
    access: managers,
    summary: 'Close a stocktake: what is scanned after that counts only once a manager says so',
    params: IdParams,
    ok: Campaign,
  },
  reopen: {
    method: 'POST',
    path: '/stocktake/:id/reopen',
    access: managers,
    summary:
      'Reopen a closed stocktake for scanning; what arrived while it was closed stays uncounted',
    params: IdParams,
    ok: Campaign,
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
