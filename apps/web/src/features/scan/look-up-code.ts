import { type CodeAnswer, type CodeItem, toPublicNumber } from '@vitrine/contract'
import { getServerMessage } from '../../client/api-error.ts'
import { call } from '../../client/call.ts'

export interface EnteredCode {
  readonly code: string
  readonly isTyped: boolean
}

/** What a code names, or why it could not be looked up. */
export type ScanResult = EnteredCode &
  (CodeAnswer | { readonly kind: 'failed'; readonly problem: string })

export async function lookUpCode(entered: EnteredCode): Promise<ScanResult> {
  const { code, isTyped } = entered
  try {
    const query = isTyped ? ({ code, typed: '1' } as const) : { code }
    return { ...entered, ...(await call('GET /search/code', { query })) }
  } catch (error) {
    return { ...entered, kind: 'failed', problem: getServerMessage(error) }
  }
}

/** Looks up the current state of an item. */
export const lookUpItem = ({ type, id }: CodeItem): Promise<ScanResult> =>
  lookUpCode({ code: `${location.origin}/${type}/${toPublicNumber(type, id)}`, isTyped: false })
