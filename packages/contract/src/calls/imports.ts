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
import { EarlierMovements, movementFields } from './places.ts'

/** Effect of an empty cell on an existing value. Names are never erased. */
export const emptyCellPolicies = ['keep', 'erase'] as const
export type EmptyCellPolicy = (typeof emptyCellPolicies)[number]

/** `obj` of the 400 answer to a file with unknown columns. */
export interface UnknownColumns {
  readonly unknownColumns: readonly string[]
  readonly possible: readonly string[]
}

/** Effect of an upload, or of a dry run. `row` counts like a spreadsheet: the header is row 1. */
export const ImportOutcome = z.object({
  created: z.array(z.object({ row: z.number().int(), identifier: z.string(), name: z.string() })),
  /** Beyond a million characters in total, long texts are cut to 100 characters. */
  changed: z.array(
    z.object({ row: z.number().int(), identifier: z.string(), fields: z.array(FieldChange) }),
  ),
  unchanged: z.number().int(),
  refused: z.array(z.object({ row: z.number().int(), reason: z.string() })),
  /** Rows with a part that was ignored, because the item lacks what it refers to. */
  skipped: z.array(z.object({ row: z.number().int(), reason: z.string() })),
  /** New values that look mistyped, `maxImportWarnings` at most. They are uploaded nevertheless. */
  warnings: z.array(z.object({ row: z.number().int(), reason: z.string() })),
  /** Null if nothing was written. */
  importId: z.number().int().nullable(),
})
export type ImportOutcome = z.infer<typeof ImportOutcome>

/** A change that is applied to many items. */
export const BulkChange = z.discriminatedUnion('what', [
  z.strictObject({ what: z.literal('attribute'), key: TagKey, value: TagValue }),
  z.strictObject({ what: z.literal('public'), value: z.boolean() }),
  z.strictObject({ what: z.literal('archived'), value: z.boolean() }),
  z.strictObject({ what: z.literal('place'), placeId: Id.nullable(), ...movementFields }),
])
export type BulkChange = z.output<typeof BulkChange>

const BulkChangeRequest = z
  .strictObject({
    type: z.enum(itemTypes),
    ids: ChosenIds.max(maxChangedAtOnce, tooManyChangedMessage),
    /** Versions that the caller saw, one per id. Items with another version are skipped. */
    versions: z.array(z.number().int().positive()).max(maxChangedAtOnce).optional(),
    change: BulkChange,
    dryRun: z.boolean().default(false),
  })
  .refine(({ ids, versions }) => !versions || versions.length === ids.length, {
    path: ['versions'],
    message: 'There must be one version for each id.',
  })
export type BulkChangeRequest = z.output<typeof BulkChangeRequest>

/**
 * Effect of a bulk change or its dry run. `version` is the one before. Long answers have cut texts.
 */
export const BulkChangeOutcome = z.object({
  changed: z.array(
    z.object({
      id: z.number().int(),
      version: z.number().int(),
      identifier: z.string(),
      fields: z.array(FieldChange),
    }),
  ),
  /** Items that were moved again after the day of this movement, which is in their history. */
  earlier: EarlierMovements,
  unchanged: z.number().int(),
  left: z.array(z.object({ identifier: z.string(), reason: z.string() })),
  /** Id for undoing the change; null if nothing was written. */
  importId: z.number().int().nullable(),
})
export type BulkChangeOutcome = z.infer<typeof BulkChangeOutcome>

export const importKinds = ['upload', 'change'] as const
export type ImportKind = (typeof importKinds)[number]

export const ImportSummary = z.object({
  id: z.number().int(),
  /** Upload of a file, or bulk change; for the latter, `fileName` is its description. */
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
      `Create and change ${many} from the rows of a CSV file, all or none. An empty cell keeps the current value, ` +
      'unless `emptyCells` is "erase". An unknown column is refused, unless `columns` maps it to a field, ' +
      'or to null to skip it. New items are shown to visitors, unless they are `withdrawn`. `dryRun` only reports what would change',
    bodyLimit: importLimits.bytes,
    bodyShape: {
      keys: importLimits.columns,
      elements: importLimits.rows,
      values: importLimits.cells,
      sentence: tooManyCellsMessage,
    },
    body: z.strictObject({
      data: z.array(z.record(z.string(), z.string())).max(importLimits.rows),
      /** Row number of each element in the file; by default consecutive, from row 2. */
      rowNumbers: z.array(z.number().int().positive()).max(importLimits.rows).optional(),
      /** Maps columns of the file to fields; null skips one. Others are matched by name. */
      columns: z.record(z.string(), z.string().nullable()).default({}),
      emptyCells: z.enum(emptyCellPolicies).default('keep'),
      /** Whether new items are hidden from visitors until someone shows them. */
      withdrawn: z.boolean().default(false),
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
      'Change one attribute of many items, move them, show them to visitors, withdraw or archive them. Skips and ' +
      'reports items changed since the given versions. `dryRun` only reports what would change. Can be undone like an upload',
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
