import { conditions, factKinds, type SubmittedFact, stocktakeLimits } from '@vitrine/contract'

const format = 'vitrine stocktake 1'

/** Formats unsent facts as a file that a colleague whose phone has reception can send. */
export const formatFactsFile = (stocktakeId: number, facts: readonly SubmittedFact[]): string =>
  JSON.stringify({ format, campaignId: stocktakeId, facts })

/** Reads the facts of a file; throws an error with a message for staff. */
export function parseFactsFile(stocktakeId: number, text: string): SubmittedFact[] {
  const file = parseJson(text)

  if (
    !isRecord(file) ||
    file.format !== format ||
    !Array.isArray(file.facts) ||
    !file.facts.every(isFact)
  )
    throw new Error('This is not a file that was saved on the stocktake screen.')

  if (file.campaignId !== stocktakeId)
    throw new Error('This file belongs to another stocktake. Please open that one.')

  return file.facts
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null

const maxId = 2_147_483_647

const isIdOrNull = (value: unknown) =>
  value === null || (Number.isInteger(value) && Number(value) > 0 && Number(value) <= maxId)

const isOneOf = (allowed: readonly unknown[]) => (value: unknown) => allowed.includes(value)

const isText = (pattern: RegExp, maxLength: number) => (value: unknown) =>
  typeof value === 'string' && value.length <= maxLength && pattern.test(value)

const singleLinePattern = /^\P{Cc}*$/u
const uuidPattern = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/
const timestampPattern = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/

// Checked without zod, which is larger than this screen. Stricter than the server: what passes here
// passes there.
const fieldValidators: Record<keyof SubmittedFact, (value: unknown) => boolean> = {
  id: isText(uuidPattern, 36),
  kind: isOneOf(factKinds),
  placeId: isIdOrNull,
  code: isText(singleLinePattern, stocktakeLimits.code),
  itemId: isIdOrNull,
  condition: isOneOf(['', ...conditions]),
  remark: isText(/^[^\0]*$/, stocktakeLimits.remark),
  photo: isOneOf([true, false]),
  // Date.parse accepts 30 February and reads it as a day in March.
  seenAt: (value) => isText(timestampPattern, 24)(value) && isExistingTime(String(value)),
  by: isText(singleLinePattern, 200),
}

const isExistingTime = (timestamp: string) =>
  !Number.isNaN(Date.parse(timestamp)) && new Date(timestamp).toISOString() === timestamp

const isFact = (fact: unknown): fact is SubmittedFact =>
  isRecord(fact) &&
  Object.keys(fact).every((name) => name in fieldValidators) &&
  Object.entries(fieldValidators).every(([name, isValid]) => isValid(fact[name]))
