import fc from 'fast-check'
import { expect, test } from 'vitest'
import { withoutThinking } from './provider.ts'

async function* stream(pieces: readonly string[]) {
  yield* pieces
}

const readShown = async (pieces: readonly string[]): Promise<string> =>
  (await Array.fromAsync(withoutThinking(stream(pieces)))).join('')

const splitAtPositions = (text: string, positions: number[]): string[] => {
  const inside = positions.map((position) => position % (text.length + 1))
  const cuts = [0, ...inside.sort((a, b) => a - b), text.length]
  return cuts.slice(1).map((end, index) => text.slice(cuts[index], end))
}

test('removes thinking, wherever the stream is cut', async () => {
  const text = '<think>hm < hm\n</think>\n\nEin Bericht, 3 < 4.<think></think> Ende <thin'
  await fc.assert(
    fc.asyncProperty(fc.array(fc.nat(200), { maxLength: 12 }), async (cuts) => {
      expect(await readShown(splitAtPositions(text, cuts))).toBe('Ein Bericht, 3 < 4. Ende <thin')
    }),
  )
})

test('returns nothing if the thinking never ends', async () => {
  expect(await readShown(['<think>', 'und so weiter'])).toBe('')
})
