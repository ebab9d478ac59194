import { setTimeout } from 'node:timers/promises'
import { startVitrine } from '../driver/measured-process.ts'
import { median, type Row } from '../report.ts'

const rounds = 5
const rest = 2_000

/** From the command to the first answer on an existing database, and the memory afterwards. */
export async function measureStart(folder: string): Promise<Row[]> {
  const starts: { wall: number; cpu: number; idle: number }[] = []
  for (let round = 0; round < rounds; round++) {
    await using server = await startVitrine(folder)
    const { cpuMs } = await server.usage()
    await setTimeout(rest)
    starts.push({ wall: server.readyAfterMs, cpu: cpuMs, idle: (await server.usage()).rss / 1e6 })
  }
  const wall = median(starts.map((one) => one.wall))
  const cpu = median(starts.map((one) => one.cpu))
  const idle = median(starts.map((one) => one.idle))
  return [
    {
      what: 'ready after the start',
      figure: wall,
      unit: 'ms',
      target: { atMost: 1_000 },
      beside: { 'CPU ms': cpu },
    },
    { what: 'memory when idle', figure: idle, unit: 'MB', target: { atMost: 150 } },
  ]
}
