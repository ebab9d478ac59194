import { setTimeout } from 'node:timers/promises'

/**
 * Repeats one request between 'begin' and 'end', and reports its longest wait. In a process of its own:
 * one that also sends and receives megabytes would wait for itself.
 */
const [, , url = '', request = '{}'] = process.argv
let watching = false

async function ask(): Promise<number> {
  const asked = performance.now()
  const response = await fetch(url, JSON.parse(request))
  await response.arrayBuffer()
  if (!response.ok) throw new Error(`${url}: ${response.status}`)
  return performance.now() - asked
}

async function watch(): Promise<void> {
  await ask()
  process.send?.('begun')
  let longest = 0
  do {
    longest = Math.max(longest, await ask())
    await setTimeout(10)
  } while (watching)
  process.send?.(longest)
}

process.on('disconnect', () => process.exit())
process.on('message', (message) => {
  watching = message === 'begin'
  if (watching) void watch()
})
