import { expect, test } from 'vitest'
import type { AskedItem } from './asked-items.ts'
import { createGuide } from './service.ts'

test('prepares no answer to a question over the limit per minute', async () => {
  let answered = 0
  const guide = createGuide({
    readNameIndex: async () => ({ names: [], typeById: new Map() }),
    upcomingEvents: async () => [],
    recorderFor: () => ({ record: async () => {} }),
    // Over the limit, it returns without calling its work.
    limits: { countQuestion: async () => {} },
    model: null,
  } as unknown as Parameters<typeof createGuide>[0])
  const item = {
    get prepared() {
      answered++
      return undefined
    },
  } as unknown as AskedItem
  expect(
    await guide.prepareAnswer(item, 'How fast is it?', { address: '192.0.2.1', visitorId: null }),
  ).toBe('minute')
  expect(answered).toBe(0)
})
