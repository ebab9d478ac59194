import { setTimeout } from 'node:timers/promises'

/**
 * Asks for `/api/health` again and again between 'begin' and 'end', and tells how long it waited at the longest. In a process
 * of its own: one that also sends and receives megabytes would wait for itself.
 */
const [, , url] = process.argv
let watching = false

async function ask(): Promise<number> {
  const asked = performance.now()
  await (await fetch(`${url}/api/health`)).arrayBuffer()
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

process.on('message', (message) => {
  watching = message === 'begin'
  if (watching) void watch()
})
