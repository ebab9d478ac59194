import fc from 'fast-check'
import { expect, test } from 'vitest'
import { withoutThinking } from './provider.ts'

async function* stream(pieces: readonly string[]) {
  yield* pieces
}

const readShown = async (pieces: readonly string[]): Promise<string> =>
  (await Array.fromAsync(withoutThinking(stream(pieces)))).join('')

/** Cuts a text at positions, which wrap around at its end. */
function splitAtPositions(text: string, positions: readonly number[]): string[] {
  const cuts = positions.map((position) => position % (text.length + 1)).sort((a, b) => a - b)
  const boundaries = [0, ...cuts, text.length]
  return boundaries.slice(1).map((end, index) => text.slice(boundaries[index], end))
}

test('removes thinking, wherever the stream is cut', async () => {
  const text = '<think>hm < hm\n</think>\n\nEin Bericht, 3 < 4.<think></think> Ende <thin'
  await fc.assert(
    fc.asyncProperty(fc.array(fc.nat(200), { maxLength: 12 }), async (positions) => {
      expect(await readShown(splitAtPositions(text, positions))).toBe(
        'Ein Bericht, 3 < 4. Ende <thin',
      )
    }),
  )
})

test('returns nothing if the thinking never ends', async () => {
  expect(await readShown(['<think>', 'und so weiter'])).toBe('')
})
