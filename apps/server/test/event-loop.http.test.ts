// @module-tag sqlite
// @module-tag only-with-all

import { api, type Call } from '@vitrine/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  attackedCalls,
  buildLargestInput,
  type NastyText,
  nastyExampleContext,
  nastyTexts,
} from './adversary.ts'
import { Client } from './client.ts'
import { createDemoDataFolder, type ServerProcess, spawnProgram } from './process.ts'
import { measureLongestWaitMs, measurePaceMs } from './waiting.ts'

/**
 * How long other requests may wait, as a multiple of hashing 64 MB: about a second on a quiet machine. `npm run bench --
 * attack` measures it against the real target; the failures meant here take many seconds.
 */
const allowedRatio = 20

// The texts that once blocked a call come first; the other calls get one text each.
const known = new Map<Call, NastyText[]>([
  [api.events.save, ['open tags', 'nested quotes and lists']],
  [api.papers.report, ['emphasis that never closes', 'one list item, then plain lines']],
  [api.papers.labels, ['one word without end']],
  [api.assistant.correct, ['misspelt words', 'combining marks', 'full stops']],
])
const names = Object.keys(nastyTexts) as NastyText[]
const attacks = attackedCalls
  .filter(({ call }) => call.body && !call.upload)
  .flatMap((example, index) =>
    (known.get(example.call) ?? names.slice(index % names.length).slice(0, 1)).map((text) => ({
      ...example,
      text,
    })),
  )

describe('while one request runs, at its largest and nastiest, no other request waits', {
  timeout: 120_000,
}, () => {
  let server: ServerProcess
  let data: Awaited<ReturnType<typeof createDemoDataFolder>>
  let root: Client
  const usual = measurePaceMs()

  beforeAll(async () => {
    data = await createDemoDataFolder()
    server = spawnProgram('main.ts', [], { ...data.variables, LOG_LEVEL: 'error' })
    const [, url = ''] = await server.waitForOutput(/serves at (\S+)/)
    root = await new Client(url).signIn('root')
  })
  afterAll(async () => {
    server.child.kill('SIGTERM')
    await server.waitForExit()
    await data[Symbol.asyncDispose]()
  })

  test.for(attacks)('$title with $text', async (example) => {
    const text = nastyTexts[example.text]
    const input = await buildLargestInput(example, nastyExampleContext(root, text), text)
    const waited = await measureLongestWaitMs(root.url, async () => {
      const response = await root.send(example.call, input as never)
      await response.arrayBuffer()
      expect([500, 502]).not.toContain(response.status)
    })
    // Only after a long wait is it worth measuring whether the machine has become slower.
    const now = waited < allowedRatio * usual ? usual : Math.max(usual, measurePaceMs())
    expect(waited).toBeLessThan(allowedRatio * now)
  })
})
