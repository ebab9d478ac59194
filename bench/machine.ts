import { availableParallelism, cpus, loadavg, totalmem, type } from 'node:os'

/** The machine in words: enough to compare, and nothing that identifies it. */
export function machineInWords(): string {
  const model = cpus()[0]?.model.replaceAll(/\s+/g, ' ').trim() || 'unknown processor'
  const memory = Math.round(totalmem() / 1024 ** 3)
  return `${availableParallelism()} cores (${model}), ${memory} GB of memory, ${type()}, Node ${process.versions.node}`
}

/** A sentence when the machine is busy with other work, which makes the figures less reliable. */
export function busyness(): string {
  const [load = 0] = loadavg()
  return load > 0.5 * availableParallelism()
    ? ` The machine had other work at the start (load ${load.toFixed(1)}): times of the clock are too high, CPU less so.`
    : ''
}
