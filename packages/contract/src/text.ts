import { z } from 'zod'

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
    .refine((value) => !controlCharacters.test(value), 'Please use a single line without control characters.')

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
