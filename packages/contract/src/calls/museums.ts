import { z } from 'zod'
import type { Call } from '../call.ts'
import { type ItemType, itemTypes } from '../inventory/types.ts'
import { textLanguages } from '../languages.ts'
import {
  type MuseumState,
  museumFields,
  museumStateField,
  museumTextField,
  museumTextStates,
  museumTopics,
} from '../museums.ts'
import { managers } from '../roles.ts'
import { line, prose, toFieldSchemas } from '../text.ts'

const maxTextLength = 2_000

const Type = z.enum(itemTypes as [ItemType, ...ItemType[]])

/** Visitor information about a museum. */
export const MuseumInfo = z.object({
  type: Type,
  id: z.number().int(),
  version: z.number().int(),
  ...toFieldSchemas(museumFields),
})
export type MuseumInfo = z.infer<typeof MuseumInfo>

const texts = textLanguages.flatMap((language) => [
  [museumStateField(language), z.enum(museumTextStates)] as const,
  ...museumTopics.map((topic) => [museumTextField(topic, language), prose(maxTextLength)] as const),
])

export const MuseumInput = z.strictObject({
  email: z.union([
    z.literal(''),
    z.email('Please enter an e-mail address, or leave it out.').max(200),
  ]),
  telephone: line(50),
  ...Object.fromEntries(texts),
}) as unknown as z.ZodType<MuseumState>

/** `obj` of the 409 answer to an outdated save. */
export const MuseumConflict = z.object({
  current: MuseumInfo,
  changedBy: z.string(),
  changedAt: z.string(),
})
export type MuseumConflict = z.infer<typeof MuseumConflict>

export const museums = {
  list: {
    method: 'GET',
    path: '/museums',
    access: managers,
    summary: 'Visitor information about each museum: hours, tickets, access, facilities, contact',
    ok: z.array(MuseumInfo),
  },
  save: {
    method: 'POST',
    path: '/museums/save',
    access: managers,
    summary:
      'Save the visitor information about a museum. A change in one language makes checked texts in others outdated. ' +
      'An outdated version is a conflict, answered with the current one',
    body: z.strictObject({
      type: Type,
      museum: MuseumInput,
      version: z.int().nonnegative().optional(),
    }),
    ok: MuseumInfo,
  },
} as const satisfies Record<string, Call>
