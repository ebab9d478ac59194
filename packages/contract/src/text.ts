import { z } from 'zod'
import { labelLanguages } from './languages.ts'
import type { Field, FieldKind, Fields, RecordState } from './records.ts'

// PostgreSQL can't store NUL, and single-line fields need no other control characters.
const controlCharacters = /\p{Cc}/u

// Replaces lone surrogates before any comparison, because databases can't store them.
const toWellFormed = (value: string) => value.toWellFormed()

/** A single line of text, trimmed. */
export const line = (max: number) =>
  z
    .string()
    .overwrite(toWellFormed)
    .trim()
    .max(max, `Please use at most ${max} characters.`)
    .refine(
      (value) => !controlCharacters.test(value),
      'Please enter a single line without control characters.',
    )

// Zero-width characters, fillers, soft hyphens, and marks and overrides of text direction.
const invisibleCharacter = /[\p{Cf}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/u

/**
 * A line for identifiers and e-mail addresses: two that look the same must be the same. Other lines
 * may contain invisible characters, which some languages and many emoji need.
 */
export const visibleLine = (max: number) =>
  line(max).refine((value) => !invisibleCharacter.test(value), {
    error: ({ input }) =>
      `Please remove the invisible character ${formatCodePoint(String(input))}. Typing the text anew helps.`,
  })

const formatCodePoint = (value: string): string => {
  const code = invisibleCharacter.exec(value)?.[0].codePointAt(0) ?? 0
  return `U+${code.toString(16).toUpperCase().padStart(4, '0')}`
}

/** Multi-line text. Only line breaks are normalised. */
export const prose = (max: number) =>
  z
    .string()
    .overwrite(toWellFormed)
    .transform((value) => value.replaceAll(/\r\n?/g, '\n'))
    .pipe(z.string().max(max, `Please use at most ${max} characters.`))
    .refine((value) => !value.includes('\0'), 'Please leave out the NUL character.')

/** Maximum of a 32-bit integer column. */
const maxId = 2_147_483_647

/** An id in a JSON body. */
export const Id = z.int().positive().max(maxId)

const digits = z.coerce
  .string()
  .regex(/^\d{1,10}$/, 'This must be a number.')
  .transform(Number)

/** An id in a URL or form data. */
export const IdText = digits.pipe(Id)
export const IdParams = z.object({ id: IdText })

/** The number in a public URL. 0 is valid input, although no item has this number. */
export const NumberParams = z.object({ id: digits.pipe(z.int().nonnegative().max(maxId)) })

/** A calendar day that exists, as 'YYYY-MM-DD'. */
export const Day = z.iso.date('Please enter a date such as 2026-05-31.')

const fieldSchemas: Readonly<Record<FieldKind, z.ZodType>> = {
  choice: z.string(),
  photos: z.array(z.string()),
  line: z.string(),
  prose: z.string(),
  html: z.string(),
  day: z.string(),
  time: z.string(),
  flag: z.boolean(),
  names: z.array(z.string()),
  id: z.number().int().nullable(),
  language: z.enum(labelLanguages).or(z.literal('')),
}

const toFieldSchema = ({ kind, options }: Field): z.ZodType =>
  options ? z.enum(Object.keys(options)) : fieldSchemas[kind]

/** Builds the answer schemas of a record's fields. */
export const toFieldSchemas = <F extends Fields>(fields: F) =>
  Object.fromEntries(
    Object.entries(fields).map(([name, field]) => [name, toFieldSchema(field)]),
  ) as {
    [K in keyof F]: z.ZodType<RecordState<F>[K], RecordState<F>[K]>
  }
