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
const isIdOrNull = (value: unknown) => value === null || (Number.isInteger(value) && Number(value) > 0)
const isText = (value: unknown): value is string => typeof value === 'string'
const isOneOf = (known: readonly string[], value: unknown) => isText(value) && known.includes(value)
const uuid = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/

function isFact(fact: unknown): fact is SentFact {
  if (!isRecord(fact)) return false
  const { id, kind, placeId, code, itemId, condition, remark, photo, seenAt, by, ...others } = fact
  return (
    Object.keys(others).length === 0 &&
    isText(id) &&
    uuid.test(id) &&
    isOneOf(factKinds, kind) &&
    isOneOf(['', ...conditions], condition) &&
    isIdOrNull(placeId) &&
    isIdOrNull(itemId) &&
    [code, remark, by, seenAt].every(isText) &&
    typeof photo === 'boolean'
  )
}
