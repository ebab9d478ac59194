import { setTimeout } from 'node:timers/promises'
import { startVitrine } from '../driver/measured-process.ts'
import { computeMedian, type Row } from '../report.ts'

const rounds = 5
const restMs = 2_000

/**
 * Measures the time from the command to the first answer on an existing database, and idle memory.
 */
export async function measureStart(folder: string): Promise<Row[]> {
  const starts: { wallMs: number; cpuMs: number; idleMb: number }[] = []
  for (let round = 0; round < rounds; round++) {
    await using server = await startVitrine(folder)
    const { cpuMs } = await server.usage()
    await setTimeout(restMs)
    const idleMb = (await server.usage()).rss / 1e6
    starts.push({ wallMs: server.readyAfterMs, cpuMs, idleMb })
  }
  return [
    {
      what: 'ready after the start',
      figure: computeMedian(starts.map(({ wallMs }) => wallMs)),
      unit: 'ms',
      target: { atMost: 1_000 },
      beside: { 'CPU ms': computeMedian(starts.map(({ cpuMs }) => cpuMs)) },
    },
    {
      what: 'memory when idle',
      figure: computeMedian(starts.map(({ idleMb }) => idleMb)),
      unit: 'MB',
      target: { atMost: 150 },
    },
  ]
}
