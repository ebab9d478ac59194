/**
 * Loaded with `--import` into a process that is measured: answers each message with what the process has used so far.
 * Asked from inside, because every system tells a process about itself in the same way.
 */
const sampleIntervalMs = 25

let peak = 0
const sample = () => {
  peak = Math.max(peak, process.memoryUsage.rss())
}

process.on('message', () => {
  sample()
  const { user, system } = process.cpuUsage()
  process.send?.({ cpuMs: (user + system) / 1_000, rss: process.memoryUsage.rss(), peak })
})
setInterval(sample, sampleIntervalMs).unref()
// Neither may keep the process from ending.
process.channel?.unref()
