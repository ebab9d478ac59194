import { readFileSync } from 'node:fs'
import { setTimeout } from 'node:timers/promises'

const millisecondsPerTick = 10
const probeMs = 20
const pauseMs = 5_000
let patienceMs = 20 * 60_000

/** The processor time that other machines on the same hardware took from this one so far, in milliseconds. */
export function takenByOthers(): number {
  const [processors = ''] = readFileSync('/proc/stat', 'utf8').split('\n', 1)
  return Number(processors.trim().split(/\s+/)[8] ?? 0) * millisecondsPerTick
}

/** Waits, for a while, until other machines leave this one's processors alone: their work would be measured. */
export async function undisturbed(): Promise<void> {
  while (patienceMs > 0 && isDisturbed()) {
    await setTimeout(pauseMs)
    patienceMs -= pauseMs
  }
}

/** Processor time is only stolen from a busy process. */
function isDisturbed(): boolean {
  const before = takenByOthers()
  const end = performance.now() + probeMs
  while (performance.now() < end);
  return takenByOthers() > before
}
