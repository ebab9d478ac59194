import { z } from 'zod'
import type { Call } from '../call.ts'
import { Change } from '../changes.ts'
import {
  attributeGroups,
  attributeKinds,
  audiences,
  glossaryLimits,
} from '../inventory/attributes.ts'
import { itemTypes } from '../inventory/types.ts'
import { labelLanguages } from '../languages.ts'
import { managers, staff } from '../roles.ts'
import { Id, IdParams, line } from '../text.ts'
import { TagDefinition, TagKey } from './inventory.ts'

/** A text per language; languages without one are absent or empty. */
const byLanguage = <Language extends string>(languages: readonly Language[], max: number) =>
  z.strictObject(
    Object.fromEntries(languages.map((language) => [language, line(max).optional()])) as Record<
      Language,
      z.ZodOptional<ReturnType<typeof line>>
    >,
  )

const Glossary = z
  .record(
    line(glossaryLimits.length)
      .min(1, 'Please enter the value.')
      // Rejects names that every JavaScript object inherits.
      .refine((value) => !(value in {}), 'This value is reserved. Please choose another.'),
    byLanguage(labelLanguages, glossaryLimits.length),
  )
  .refine(
    (values) => Object.keys(values).length <= glossaryLimits.values,
    `A glossary has at most ${glossaryLimits.values} values.`,
  )

/** The editable properties of an attribute. */
export const AttributeSettings = z.strictObject({
  kind: z.enum(attributeKinds),
  unit: line(20),
  audience: z.enum(audiences),
  /** Table on public pages and papers. */
  group: z.enum(attributeGroups),
  labels: byLanguage(labelLanguages, 80),
  multiline: z.boolean(),
  /** Whether inputs suggest values that are already in use. */
  suggestions: z.boolean(),
  /** Whether values are names, which the spelling correction ignores. */
  names: z.boolean(),
  /** Translations of recurring values; if absent, they stay unchanged. */
  glossary: Glossary.optional(),
})
export type AttributeSettings = z.output<typeof AttributeSettings>

export const Attribute = z.object({
  ...TagDefinition.shape,
  ...AttributeSettings.shape,
  glossary: Glossary,
  id: z.number().int(),
  /** Retired attributes are no longer offered. Items keep their values, visible to staff only. */
  retired: z.boolean(),
  /** Incremented with each change. Saving with an older version is a conflict. */
  version: z.number().int(),
})
export type Attribute = z.infer<typeof Attribute>

/** `obj` of the 409 answer to an outdated save. */
export interface AttributeConflict {
  readonly current: Attribute
  readonly changedBy: string
  readonly changedAt: string
}

/** A change of an attribute, as the history of its type lists it. */
export const AttributeHistoryEntry = Change.extend({ tag_key: z.string() })
export type AttributeHistoryEntry = z.infer<typeof AttributeHistoryEntry>

const TypeParams = z.object({ type: z.enum(itemTypes) })

export const attributes = {
  list: {
    method: 'GET',
    path: '/attributes/:type',
    access: staff,
    summary: 'The attributes of a type in order, including retired ones',
    params: TypeParams,
    ok: z.array(Attribute),
  },
  history: {
    method: 'GET',
    path: '/attributes/:type/history',
    access: managers,
    summary: 'The newest 200 changes of a type’s attributes, newest first',
    params: TypeParams,
    ok: z.array(AttributeHistoryEntry),
  },
  suggestions: {
    method: 'GET',
    path: '/attributes/suggestions/:id',
    access: staff,
    summary: 'The 200 most frequent values of an attribute; none if suggestions are off',
    params: IdParams,
    ok: z.array(z.string()),
  },
  add: {
    method: 'POST',
    path: '/attributes/add',
    access: managers,
    summary: 'Add an attribute at the end of a type’s catalogue',
    body: z.strictObject({
      type: z.enum(itemTypes),
      tag_key: TagKey,
      attribute: AttributeSettings,
    }),
    ok: Attribute,
    creates: true,
  },
  save: {
    method: 'POST',
    path: '/attributes/save',
    access: managers,
    summary:
      'Change an attribute; an outdated version is a conflict, answered with the current one',
    body: z.strictObject({
      id: Id,
      attribute: AttributeSettings,
      version: z.number().int().positive().optional(),
    }),
    ok: Attribute,
  },
  move: {
    method: 'POST',
    path: '/attributes/move',
    access: managers,
    summary: 'Move an attribute after another one of its type, or to the front',
    body: z.strictObject({ id: Id, after: Id.nullable() }),
    ok: Attribute,
  },
  retire: {
    method: 'POST',
    path: '/attributes/retire',
    access: managers,
    summary: 'Retire or restore an attribute; items keep their values',
    body: z.strictObject({ id: Id, retired: z.boolean() }),
    ok: Attribute,
  },
} as const satisfies Record<string, Call>
