/**
 * Answers each message with the resource usage so far. Loaded with `--import` into the measured
 * process, because only from inside can usage be queried in the same way on every system.
 */
const sampleIntervalMs = 25

// Processes that the measured one starts shall not load this file.
delete process.env.NODE_OPTIONS

let peak = 0
let longestTurnMs = 0
let mainThread = process.threadCpuUsage()
const sample = () => {
  peak = Math.max(peak, process.memoryUsage.rss())
  const { user, system } = process.threadCpuUsage(mainThread)
  mainThread = process.threadCpuUsage()
  longestTurnMs = Math.max(longestTurnMs, (user + system) / 1_000)
}

process.on('message', () => {
  sample()
  const { user, system } = process.cpuUsage()
  process.send?.({
    cpuMs: (user + system) / 1_000,
    rss: process.memoryUsage.rss(),
    peak,
    longestTurnMs,
  })
  longestTurnMs = 0
})
setInterval(sample, sampleIntervalMs).unref()
// Neither the timer nor the channel may keep the process alive.
process.channel?.unref()
