import { write, writeSync } from 'node:fs'
import { type DestinationStream, levels } from 'pino'

/** Lines wait while a pipe is read slowly; beyond this length they are dropped. */
const maxWaitingChars = 4 * 1024 * 1024
const maxBatchChars = 64 * 1024
const retryMs = 100
/**
 * How long lines are gathered into a batch: each write uses a thread, which costs more than the
 * line.
 */
const batchDelayMs = 5
const maxExitMs = 1000
const newline = 0x0a

export interface LogOutput extends DestinationStream {
  /** Lines dropped since the start. */
  dropped(): number
  /** Called by pino before a fatal line ends the process. */
  flushSync(): void
}

interface Batch {
  /** The number of dropped lines that its first line reports. */
  readonly reportedDrops: number
  readonly headBytes: number
  readonly lines: readonly string[]
  readonly bytes: Buffer
  written: number
}

/**
 * Writes a log to a file descriptor without ever throwing or blocking the process. Lines that can't
 * be written are dropped and counted; the next line that can be written is preceded by one with
 * their number. pino's own destination throws, and retries without end when the process exits.
 */
export function openLogOutput(fd: number): LogOutput {
  let waiting: string[] = []
  let waitingChars = 0
  let current: Batch | null = null
  let isInFlight = false
  let isScheduled = false
  let dropped = 0
  let unreportedDrops = 0
  /** Whether the last written line is incomplete. */
  let isLineIncomplete = false

  function drop(lines: number): void {
    dropped += lines
    unreportedDrops += lines
  }

  function nextBatch(): Batch | null {
    if (waiting.length === 0) return null
    const lines = takeLines()
    const head = `${isLineIncomplete ? '\n' : ''}${unreportedDrops > 0 ? formatLossLine(unreportedDrops) : ''}`
    const bytes = Buffer.from(head + lines.join(''))
    return {
      reportedDrops: unreportedDrops,
      headBytes: Buffer.byteLength(head),
      lines,
      bytes,
      written: 0,
    }
  }

  function takeLines(): string[] {
    let [count, chars] = [0, 0]
    for (const line of waiting) {
      if (count > 0 && chars + line.length > maxBatchChars) break
      count++
      chars += line.length
    }
    waitingChars -= chars
    const lines = waiting.slice(0, count)
    waiting = waiting.slice(count)
    return lines
  }

  function finishBatch({ reportedDrops, headBytes, lines, bytes, written }: Batch): void {
    if (written > 0) isLineIncomplete = bytes[written - 1] !== newline
    if (written >= headBytes) unreportedDrops -= reportedDrops
    if (written < bytes.length)
      drop(lines.length - countLines(bytes.subarray(headBytes, Math.max(headBytes, written))))
  }

  function writeCurrent(): void {
    if (isInFlight) return
    current ??= nextBatch()
    if (!current) return
    const batch = current
    isInFlight = true
    write(fd, batch.bytes, batch.written, (error, bytes) => {
      isInFlight = false
      if (isBusy(error)) {
        setTimeout(writeCurrent, retryMs).unref()
        return
      }
      if (!error) batch.written += bytes
      if (error || batch.written === batch.bytes.length) {
        finishBatch(batch)
        current = null
      }
      if (current || waitingChars >= maxBatchChars) writeCurrent()
      else scheduleWrite()
    })
  }

  function scheduleWrite(): void {
    if (isScheduled || current || waiting.length === 0) return
    isScheduled = true
    setTimeout(() => {
      isScheduled = false
      writeCurrent()
    }, batchDelayMs).unref()
  }

  function flushSync(): void {
    const deadline = Date.now() + maxExitMs
    const writeNow = (batch: Batch) => {
      batch.written += writeUntil(deadline, fd, batch.bytes.subarray(batch.written))
      finishBatch(batch)
    }
    // A write in flight is finished by its thread, for which the exit waits.
    if (current && !isInFlight) {
      writeNow(current)
      current = null
    }
    for (let batch = nextBatch(); batch; batch = nextBatch()) writeNow(batch)
  }

  process.once('exit', flushSync)
  return {
    write(line) {
      if (waitingChars + line.length > maxWaitingChars) {
        drop(1)
        return
      }
      waiting.push(line)
      waitingChars += line.length
      scheduleWrite()
    },
    dropped: () => dropped,
    flushSync,
  }
}

/** Writes synchronously until a deadline; returns how many bytes were written. */
function writeUntil(deadline: number, fd: number, bytes: Buffer): number {
  let written = 0
  while (written < bytes.length) {
    try {
      written += writeSync(fd, bytes, written)
    } catch (error) {
      if (!isBusy(error) || Date.now() > deadline) break
      sleep(retryMs / 10)
    }
  }
  return written
}

const sleep = (milliseconds: number): void =>
  void Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, milliseconds)

const isBusy = (error: unknown): boolean =>
  ['EAGAIN', 'EBUSY', 'EINTR'].includes((error as NodeJS.ErrnoException | null)?.code ?? '')

const countLines = (bytes: Buffer): number =>
  bytes.reduce((count, byte) => (byte === newline ? count + 1 : count), 0)

const formatLossLine = (dropped: number): string =>
  `${JSON.stringify({
    level: levels.values.error,
    time: Date.now(),
    dropped,
    msg: 'lines of the log could not be written',
  })}\n`
