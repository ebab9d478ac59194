import { z } from 'zod'
import { labelLanguages } from './languages.ts'
import type { FieldKind, Fields, RecordState } from './records.ts'

// PostgreSQL can't store NUL, and a single-line field has no use for any other control character.
const controlCharacters = /\p{Cc}/u

// A lone surrogate, as cutting a text may leave it: databases do not keep it, so it is replaced before anything is compared.
const wellFormed = (value: string) => value.toWellFormed()

/** A single line of text, trimmed. */
export const line = (max: number) =>
  z
    .string()
    .overwrite(wellFormed)
    .trim()
    .max(max, `Please use at most ${max} characters.`)
    .refine(
      (value) => !controlCharacters.test(value),
      'Please use a single line without control characters.',
    )

// Zero-width characters, fillers, soft hyphens, marks and overrides of direction.
const invisibleCharacter = /[\p{Cf}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/u

/**
 * An identifier or an e-mail address: two that look the same must be the same. Names, of tags and views as well, keep
 * such characters, which some languages and many emoji need.
 */
export const visibleLine = (max: number) =>
  line(max).refine((value) => !invisibleCharacter.test(value), {
    error: ({ input }) =>
      `Please remove the invisible character ${codePointOf(String(input))}. Typing the text anew helps.`,
  })

const codePointOf = (value: string): string => {
  const code = invisibleCharacter.exec(value)?.[0].codePointAt(0) ?? 0
  return `U+${code.toString(16).toUpperCase().padStart(4, '0')}`
}

/** Text of several lines, kept as typed but for line ends, which become '\n'. */
export const prose = (max: number) =>
  z
    .string()
    .overwrite(wellFormed)
    .transform((value) => value.replaceAll(/\r\n?/g, '\n'))
    .pipe(z.string().max(max, `Please use at most ${max} characters.`))
    .refine((value) => !value.includes('\0'), 'Please leave out the NUL character.')

/** An id in a JSON body. The bound is that of a 32-bit integer column. */
const maxId = 2_147_483_647
export const Id = z.int().positive().max(maxId)

const digits = z.coerce
  .string()
  .regex(/^\d{1,10}$/, 'This must be a number.')
  .transform(Number)

/** An id where text is all there is: in an address or a form. */
export const IdText = digits.pipe(Id)
export const IdParams = z.object({ id: IdText })

/** The number in a public address. Nothing has the number 0, but it is asked for like any other. */
export const NumberParams = z.object({ id: digits.pipe(z.int().nonnegative().max(maxId)) })

/** A calendar day that exists, as 'YYYY-MM-DD'. */
export const Day = z.iso.date('Please enter a date such as 2026-05-31.')

const shown: Readonly<Record<FieldKind, z.ZodType>> = {
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

/** The schemas of a record's fields in answers. */
export const toFieldSchemas = <F extends Fields>(fields: F) =>
  Object.fromEntries(Object.entries(fields).map(([name, { kind }]) => [name, shown[kind]])) as {
    [K in keyof F]: z.ZodType<RecordState<F>[K], RecordState<F>[K]>
  }
