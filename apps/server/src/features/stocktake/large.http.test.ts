// @module-tag sqlite

import { api, type CallOutput, type SubmittedFact, stocktakeLimits } from '@vitrine/contract'
import { expect } from 'vitest'
import type { Client } from '../../../test/client.ts'
import { addItem, newFact } from '../../../test/inventory.ts'
import { test } from '../../../test/server.ts'
import { splitIntoBatches } from '../../db/batches.ts'

const longestRemark = 'é'.repeat(stocktakeLimits.remark)

/** Other bytes of an answer, such as the stocktake, and those of the last row. */
const maxOtherBytes = 10_000
/** Facts with the longest remark that need several pages. */
const factCount = 600

/** Opens a stocktake of one item. */
async function openStocktake(root: Client) {
  const itemId = await addItem(root)
  const scope = { view: 'One', itemIds: [itemId] }
  const { id } = await root.call(api.stocktake.open, { body: { name: 'Large', scope } })
  return { id, itemId }
}

async function send(root: Client, id: number, sent: readonly SubmittedFact[]): Promise<void> {
  for (const batch of splitIntoBatches(sent, stocktakeLimits.sent)) {
    // Continues after a known fact, so that the answer is short.
    const since = batch[0]?.id ?? ''
    await root.call(api.stocktake.send, { params: { id }, body: { since, facts: [...batch] } })
  }
}

test('pages facts by about a megabyte, continued after `since`', async ({ root }) => {
  const { id } = await openStocktake(root)
  const sent = Array.from({ length: factCount }, () => newFact({ remark: longestRemark }))
  await send(root, id, sent)

  const received: string[] = []
  for (let [since, more] = ['', true]; more; ) {
    const response = await root.send(api.stocktake.facts, { params: { id }, query: { since } })
    const text = await response.text()
    expect(Buffer.byteLength(text)).toBeLessThan(stocktakeLimits.answeredBytes + maxOtherBytes)
    const answer = JSON.parse(text) as CallOutput<typeof api.stocktake.facts>
    received.push(...answer.facts.map((fact) => fact.id))
    since = answer.last
    more = answer.more
  }
  expect(received).toEqual(sent.map((fact) => fact.id))
})

test('pages results by about a megabyte, whatever is scanned between pages', async ({ root }) => {
  const { id, itemId } = await openStocktake(root)
  await root.call(api.stocktake.close, { params: { id } })
  const lateFact = {
    kind: 'condition',
    condition: 'urgent',
    itemId,
    remark: longestRemark,
  } as const
  const sent = Array.from({ length: factCount }, () => newFact(lateFact))
  await send(root, id, sent)
  await root.call(api.stocktake.reopen, { params: { id } })

  const keys: string[] = []
  for (let after: number | null = -1; after !== null; ) {
    const query = after < 0 ? {} : { after: String(after) }
    const response = await root.send(api.stocktake.result, { params: { id }, query })
    const text = await response.text()
    expect(Buffer.byteLength(text)).toBeLessThan(stocktakeLimits.answeredBytes + maxOtherBytes)
    const page = JSON.parse(text) as CallOutput<typeof api.stocktake.result>
    expect(
      page.rows.every(({ kind, remark }) =>
        kind === 'late' ? remark === longestRemark : remark === '',
      ),
    ).toBe(true)
    keys.push(...page.rows.map(({ key }) => key))
    // A scan after the first page.
    if (after < 0) await send(root, id, [newFact({ itemId })])
    after = page.next
  }
  expect(keys).toEqual([`missing ${itemId}`, ...sent.map((fact) => `late ${fact.id}`)])
})
