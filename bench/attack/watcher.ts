import { setTimeout } from 'node:timers/promises'

/**
 * Repeats one request between the messages 'begin' and 'end', and reports its longest wait. In a
 * separate process, because one that also transfers megabytes would wait for itself.
 */
const [, , url = '', request = '{}'] = process.argv
let isWatching = false

async function measureRequest(): Promise<number> {
  const startedAt = performance.now()
  const response = await fetch(url, JSON.parse(request))
  await response.arrayBuffer()
  if (!response.ok) throw new Error(`${url}: ${response.status}`)
  return performance.now() - startedAt
}

async function watch(): Promise<void> {
  await measureRequest()
  process.send?.('begun')
  let longest = 0
  do {
    longest = Math.max(longest, await measureRequest())
    await setTimeout(10)
  } while (isWatching)
  process.send?.(longest)
}

process.on('disconnect', () => process.exit())
process.on('message', (message) => {
  isWatching = message === 'begin'
  if (isWatching) void watch()
})
