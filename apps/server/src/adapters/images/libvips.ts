import { seconds } from '../../base/clock.ts'
import { type Jobs, jobRunner } from '../../base/jobs.ts'
import type { PictureTasks } from './libvips-process.ts'

export type Libvips = Jobs<PictureTasks>

// Generous: it gives way to everything else, and a busy machine leaves it a tenth of a processor.
const timeoutMs: Record<keyof PictureTasks, number> = {
  frames: seconds(30),
  measure: seconds(30),
  prepare: seconds(180),
  likeness: seconds(30),
  pyramid: seconds(180),
  tile: seconds(20),
}

/** Everything that reads or makes pictures. What a file does to its process, no other job notices; the caller limits how many there are. */
export const libvips = (changed: Partial<typeof timeoutMs> = {}): Libvips =>
  jobRunner<PictureTasks>({
    program: new URL('libvips-process.ts', import.meta.url),
    timeoutMs: { ...timeoutMs, ...changed },
    isBackground: true,
    execArgv: ['--max-semi-space-size=4'],
    tries: 3,
  })
