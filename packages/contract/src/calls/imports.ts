import { z } from 'zod'
import type { Call } from '../call.ts'
import { FieldChange } from '../changes.ts'
import {
  importLimits,
  maxChangedAtOnce,
  tooManyCellsMessage,
  tooManyChangedMessage,
} from '../inventory/limits.ts'
import { callPerType } from '../inventory/per-type.ts'
import { itemTypes } from '../inventory/types.ts'
import { staff } from '../roles.ts'
import { Id, line } from '../text.ts'

import { ChosenIds, chosenItemsBodyLimits, TagKey, TagValue } from './inventory.ts'
import { movementReasonFields } from './places.ts'

/** What the empty cells of a file do to what an item has. A name never becomes empty. */
export const emptyCellPolicies = ['keep', 'erase'] as const
export type EmptyCellPolicy = (typeof emptyCellPolicies)[number]

/** `obj` of the 400 that answers a file with columns of unknown meaning. */
export interface UnknownColumns {
  readonly unknownColumns: readonly string[]
  readonly possible: readonly string[]
}

/** What an upload does, or would do. `row` is the row as a spreadsheet counts it: the header is row 1. */
export const ImportOutcome = z.object({
  created: z.array(z.object({ row: z.number().int(), identifier: z.string(), name: z.string() })),
  /** After a million characters, texts over 100 are cut and end in an ellipsis. */
  changed: z.array(
    z.object({ row: z.number().int(), identifier: z.string(), fields: z.array(FieldChange) }),
  ),
  unchanged: z.number().int(),
  refused: z.array(z.object({ row: z.number().int(), reason: z.string() })),
  /** Rows of which a part is left out, as there is nothing that it could be about. */
  skipped: z.array(z.object({ row: z.number().int(), reason: z.string() })),
  /** Null when nothing was written. */
  importId: z.number().int().nullable(),
})
export type ImportOutcome = z.infer<typeof ImportOutcome>

/** What is done to many items at once. */
export const BulkChange = z.discriminatedUnion('what', [
  z.strictObject({ what: z.literal('attribute'), key: TagKey, value: TagValue }),
  z.strictObject({ what: z.literal('public'), value: z.boolean() }),
  z.strictObject({ what: z.literal('archived'), value: z.boolean() }),
  z.strictObject({ what: z.literal('place'), placeId: Id.nullable(), ...movementReasonFields }),
])
export type BulkChange = z.output<typeof BulkChange>

const BulkChangeRequest = z
  .strictObject({
    type: z.enum(itemTypes),
    ids: ChosenIds.max(maxChangedAtOnce, tooManyChangedMessage),
    /** The versions that the caller saw, one for each id: an item of another one is left alone. */
    versions: z.array(z.number().int().positive()).max(maxChangedAtOnce).optional(),
    change: BulkChange,
    dryRun: z.boolean().default(false),
  })
  .refine(({ ids, versions }) => !versions || versions.length === ids.length, {
    path: ['versions'],
    message: 'There must be one version for each id.',
  })
export type BulkChangeRequest = z.output<typeof BulkChangeRequest>

/** What a change of many items did, or would do; with the version that each item had before. Long answers have cut texts. */
export const BulkChangeOutcome = z.object({
  changed: z.array(
    z.object({
      id: z.number().int(),
      version: z.number().int(),
      identifier: z.string(),
      fields: z.array(FieldChange),
    }),
  ),
  unchanged: z.number().int(),
  left: z.array(z.object({ identifier: z.string(), reason: z.string() })),
  /** Undo takes it; null when nothing was written. */
  importId: z.number().int().nullable(),
})
export type BulkChangeOutcome = z.infer<typeof BulkChangeOutcome>

export const importKinds = ['upload', 'change'] as const
export type ImportKind = (typeof importKinds)[number]

export const ImportSummary = z.object({
  id: z.number().int(),
  /** The upload of a file, or a change of many items, which `fileName` then names. */
  kind: z.enum(importKinds),
  at: z.string(),
  by: z.string(),
  fileName: z.string(),
  created: z.number().int(),
  changed: z.number().int(),
  undone: z.object({ at: z.string(), by: z.string() }).nullable(),
})
export type ImportSummary = z.infer<typeof ImportSummary>

export const imports = {
  ...callPerType('upload{Type}', '/inventory/{type}/upload', ({ many }) => ({
    method: 'POST',
    access: staff,
    summary:
      `Create and change ${many} from the rows of a CSV file, all or none; an empty cell keeps what the item has, ` +
      'unless `emptyCells` is "erase"; an unknown column is refused, unless `columns` names the field it stands for, ' +
      'or null to skip it; `dryRun` only reports what would change',
    bodyLimit: importLimits.bytes,
    bodyShape: {
      keys: importLimits.columns,
      elements: importLimits.rows,
      values: importLimits.cells,
      sentence: tooManyCellsMessage,
    },
    body: z.strictObject({
      data: z.array(z.record(z.string(), z.string())).max(importLimits.rows),
      /** Where each of them stood in the file; without it, one below the other under the header. */
      rowNumbers: z.array(z.number().int().positive()).max(importLimits.rows).optional(),
      /** The field that a column of the file stands for; null skips it. Columns left out go by their names. */
      columns: z.record(z.string(), z.string().nullable()).default({}),
      emptyCells: z.enum(emptyCellPolicies).default('keep'),
      dryRun: z.boolean().default(false),
      fileName: line(255).default(''),
    }),
    ok: ImportOutcome,
  })),
  changeMany: {
    method: 'POST',
    path: '/inventory/change-many',
    access: staff,
    summary:
      'Change one attribute of many items, move them, show them to visitors, withdraw or archive them; items changed since the given ' +
      'versions are left alone and named; `dryRun` only reports what would change; undone like an upload',
    ...chosenItemsBodyLimits,
    body: BulkChangeRequest,
    ok: BulkChangeOutcome,
  },
  list: {
    method: 'GET',
    path: '/inventory/imports',
    access: staff,
    summary: 'All uploads and changes of many items, newest first',
    ok: z.array(ImportSummary),
  },
  undo: {
    method: 'POST',
    path: '/inventory/imports/undo',
    access: staff,
    summary: 'Undo an upload or a change of many items, except for items changed since',
    body: z.strictObject({ importId: Id }),
    ok: z.object({
      restored: z.number().int(),
      left: z.array(z.object({ identifier: z.string(), reason: z.string() })),
    }),
  },
} as const satisfies Record<string, Call>
