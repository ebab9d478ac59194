import fc from 'fast-check'
import { expect, test } from 'vitest'
import { withoutThinking } from './provider.ts'

async function shown(pieces: string[]): Promise<string> {
  let text = ''
  for await (const piece of withoutThinking(
    (async function* () {
      yield* pieces
    })(),
  )) {
    text += piece
  }
  return text
}

const cutInto = (text: string, at: number[]): string[] => {
  const cuts = [
    0,
    ...at.map((place) => place % (text.length + 1)).sort((a, b) => a - b),
    text.length,
  ]
  return cuts.slice(1).map((end, index) => text.slice(cuts[index], end))
}

test('removes thinking, wherever the stream is cut', async () => {
  const text = '<think>hm < hm\n</think>\n\nEin Bericht, 3 < 4.<think></think> Ende <thin'
  await fc.assert(
    fc.asyncProperty(fc.array(fc.nat(200), { maxLength: 12 }), async (cuts) => {
      expect(await shown(cutInto(text, cuts))).toBe('Ein Bericht, 3 < 4. Ende <thin')
    }),
  )
})

test('returns nothing if the thinking never ends', async () => {
  expect(await shown(['<think>', 'und so weiter'])).toBe('')
})
