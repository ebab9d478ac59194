// @module-tag sqlite
// @module-tag only-with-all

import { api, type Call } from '@vitrine/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { Client } from './client.ts'
import { measureLongestWaitMs, measurePaceMs } from './measurements.ts'
import {
  attackedCalls,
  buildLargestInput,
  createNastyExampleContext,
  type NastyText,
  nastyTexts,
} from './nasty-inputs.ts'
import { createDemoDataFolder, type ServerProcess, spawnProgram } from './process.ts'

/**
 * Longest wait of other requests, in units of `measurePaceMs`: about a second on an idle machine.
 * Failures take many seconds; `npm run bench -- attack` measures against the real target.
 */
const allowedRatio = 20

/** Texts that once blocked a call. */
const blockingTexts = new Map<Call, NastyText[]>([
  [api.events.save, ['open tags', 'nested quotes and lists']],
  [api.papers.report, ['emphasis that never closes', 'one list item, then plain lines']],
  [api.papers.labels, ['one word without end']],
  [api.assistant.correct, ['misspelt words', 'combining marks', 'full stops']],
])
const textNames = Object.keys(nastyTexts) as NastyText[]
/** Chooses the texts for a call; calls that were never blocked take turns with all of them. */
const chooseTexts = (call: Call, index: number): NastyText[] =>
  blockingTexts.get(call) ?? textNames.slice(index % textNames.length).slice(0, 1)
const attacks = attackedCalls
  .filter(({ call }) => call.body && !call.upload)
  .flatMap((example, index) =>
    chooseTexts(example.call, index).map((text) => ({ ...example, text })),
  )

describe('other requests do not wait during a call with the largest input of one nasty text', {
  timeout: 120_000,
}, () => {
  let server: ServerProcess
  let dataFolder: Awaited<ReturnType<typeof createDemoDataFolder>>
  let root: Client
  const idlePaceMs = measurePaceMs()

  beforeAll(async () => {
    dataFolder = await createDemoDataFolder()
    server = spawnProgram('main.ts', [], { ...dataFolder.variables, LOG_LEVEL: 'error' })
    const [, url = ''] = await server.waitForOutput(/serves at (\S+)/)
    root = await new Client(url).signIn('root')
  })
  afterAll(async () => {
    server.child.kill('SIGTERM')
    await server.waitForExit()
    await dataFolder[Symbol.asyncDispose]()
  })

  test.for(attacks)('$title with $text', async (example) => {
    const text = nastyTexts[example.text]
    const input = await buildLargestInput(example, createNastyExampleContext(root, text), text)
    const waitedMs = await measureLongestWaitMs(root.url, async () => {
      const response = await root.send(example.call, input as never)
      await response.arrayBuffer()
      expect([500, 502]).not.toContain(response.status)
    })
    // The pace is measured again only after a long wait, in case the machine has become slower.
    const isSlow = waitedMs >= allowedRatio * idlePaceMs
    const paceMs = isSlow ? Math.max(idlePaceMs, measurePaceMs()) : idlePaceMs
    expect(waitedMs).toBeLessThan(allowedRatio * paceMs)
  })
})
