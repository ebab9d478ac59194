import { conditions, factKinds, type SentFact, stocktakeLimits } from '@vitrine/contract'

const format = 'vitrine stocktake 1'

/** Unsent facts as a file, for a colleague whose phone has reception. */
export const writeFacts = (campaignId: number, facts: readonly SentFact[]): string =>
  JSON.stringify({ format, campaignId, facts })

/** The facts of such a file; throws a sentence for staff. */
export function readFacts(campaignId: number, text: string): SentFact[] {
  const file = parsed(text)
  if (
    !isRecord(file) ||
    file.format !== format ||
    !Array.isArray(file.facts) ||
    !file.facts.every(isFact)
  )
    throw new Error('This is not a file that was saved on the stocktake screen.')
  if (file.campaignId !== campaignId)
    throw new Error('This file belongs to another stocktake. Please open that one.')
  return file.facts
}

function parsed(text: string): unknown {
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
const isOneOf = (known: readonly unknown[]) => (value: unknown) => known.includes(value)
const isText = (form: RegExp, max: number) => (value: unknown) =>
  typeof value === 'string' && value.length <= max && form.test(value)
const line = /^\P{Cc}*$/u
const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/
const time = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/

// By hand: the library that checks it on the server is larger than this screen. Whatever passes here passes there.
const fields: Record<keyof SentFact, (value: unknown) => boolean> = {
  id: isText(uuid, 36),
  kind: isOneOf(factKinds),
  placeId: isIdOrNull,
  code: isText(line, stocktakeLimits.code),
  itemId: isIdOrNull,
  condition: isOneOf(['', ...conditions]),
  remark: isText(/^[^\0]*$/, stocktakeLimits.remark),
  photo: isOneOf([true, false]),
  // A day that does not exist, such as 30 February, becomes another one.
  seenAt: (value) => isText(time, 24)(value) && isSameTime(String(value)),
  by: isText(line, 200),
}

const isSameTime = (at: string) =>
  !Number.isNaN(Date.parse(at)) && new Date(at).toISOString() === at

const isFact = (fact: unknown): fact is SentFact =>
  isRecord(fact) &&
  Object.keys(fact).every((name) => name in fields) &&
  Object.entries(fields).every(([name, isValid]) => isValid(fact[name]))
