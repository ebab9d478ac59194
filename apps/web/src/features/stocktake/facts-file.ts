import { conditions, factKinds, type SentFact } from '@vitrine/contract'

const format = 'vitrine stocktake 1'

/** Unsent facts as a file, for a colleague whose phone has reception. */
export const writeFacts = (campaignId: number, facts: readonly SentFact[]): string =>
  JSON.stringify({ format, campaignId, facts })

/** The facts of such a file; throws a sentence for staff. */
export function readFacts(campaignId: number, text: string): SentFact[] {
  const file = parsed(text)
  if (!isRecord(file) || file.format !== format || !Array.isArray(file.facts) || !file.facts.every(isFact))
    throw new Error('This is not a file that was saved on the stocktake screen.')
  if (file.campaignId !== campaignId) throw new Error('This file belongs to another stocktake. Please open that one.')
  return file.facts
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null
const isText = (value: unknown) => typeof value === 'string'
const isIdOrNull = (value: unknown) => value === null || (Number.isInteger(value) && Number(value) > 0)
const isOneOf = (known: readonly unknown[]) => (value: unknown) => known.includes(value)
const uuid = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/

// By hand: the library that checks it on the server is larger than this screen.
const fields: Record<keyof SentFact, (value: unknown) => boolean> = {
  id: (value) => isText(value) && uuid.test(String(value)),
  kind: isOneOf(factKinds),
  placeId: isIdOrNull,
  code: isText,
  itemId: isIdOrNull,
  condition: isOneOf(['', ...conditions]),
  remark: isText,
  photo: isOneOf([true, false]),
  seenAt: isText,
  by: isText,
}

const isFact = (fact: unknown): fact is SentFact =>
  isRecord(fact) &&
  Object.keys(fact).every((name) => name in fields) &&
  Object.entries(fields).every(([name, isValid]) => isValid(fact[name]))
