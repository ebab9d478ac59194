// @module-tag postgres-with-all

import { api, stocktakeLimits } from '@vitrine/contract'
import { expect } from 'vitest'
import { addItem, newFact } from '../../../test/inventory.ts'
import { test } from '../../../test/server.ts'

const longestRemark = 'é'.repeat(stocktakeLimits.remark)

test('answers with about a megabyte of facts at once, and with the others after `since`', async ({ root }) => {
  const scope = { view: 'One', itemIds: [await addItem(root)] }
  const { id } = await root.call(api.stocktake.open, { body: { name: 'Large', scope } })
  const sent = Array.from({ length: 600 }, () => newFact({ remark: longestRemark }))
  for (let from = 0; from < sent.length; from += stocktakeLimits.sent) {
    const facts = sent.slice(from, from + stocktakeLimits.sent)
    await root.call(api.stocktake.send, { params: { id }, body: { since: facts[0]?.id ?? '', facts } })
  }

  const received: string[] = []
  for (let [since, more] = ['', true]; more; ) {
    const response = await root.send(api.stocktake.facts, { params: { id }, query: { since } })
    const text = await response.text()
    expect(Buffer.byteLength(text)).toBeLessThan(stocktakeLimits.answeredBytes + 10_000)
    const answer = JSON.parse(text) as Awaited<ReturnType<typeof root.call<typeof api.stocktake.facts>>>
    received.push(...answer.facts.map((fact) => fact.id))
    since = answer.last
    more = answer.more
  }
  expect(received).toEqual(sent.map((fact) => fact.id))
})
