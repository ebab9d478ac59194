import { write, writeSync } from 'node:fs'
import { type DestinationStream, levels } from 'pino'

/** Lines wait while a pipe is read slowly; beyond this length they are dropped. */
const maxWaitingChars = 4 * 1024 * 1024
const maxBatchChars = 64 * 1024
/** The pause after a write to a full pipe. */
const retryMs = 100
/**
 * How long lines are gathered into a batch: each write uses a thread, which costs more than the
 * line.
 */
const batchDelayMs = 5
/** How long the exit waits for a full pipe. */
const maxExitMs = 1_000
/** The pause after a write to a full pipe during the exit. */
const exitRetryMs = 10
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
  const waitingLines = createLineBuffer()
  const losses = createLossCounter()
  let currentBatch: Batch | null = null
  let isInFlight = false
  let isScheduled = false
  /** Whether the last written line is incomplete. */
  let isLineIncomplete = false

  function createNextBatch(): Batch | null {
    const lines = waitingLines.take()
    if (lines.length === 0) return null
    const reportedDrops = losses.getUnreported()
    const lossLine = reportedDrops > 0 ? formatLossLine(reportedDrops) : ''
    const head = `${isLineIncomplete ? '\n' : ''}${lossLine}`
    const bytes = Buffer.from(head + lines.join(''))
    return { reportedDrops, headBytes: Buffer.byteLength(head), lines, bytes, written: 0 }
  }

  function finishBatch({ reportedDrops, headBytes, lines, bytes, written }: Batch): void {
    if (written > 0) isLineIncomplete = bytes[written - 1] !== newline
    if (written >= headBytes) losses.markReported(reportedDrops)
    if (written < bytes.length) {
      const writtenLines = countLines(bytes.subarray(headBytes, Math.max(headBytes, written)))
      losses.add(lines.length - writtenLines)
    }
  }

  function writeCurrent(): void {
    if (isInFlight) return
    currentBatch ??= createNextBatch()
    if (!currentBatch) return
    const batch = currentBatch
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
        currentBatch = null
      }
      if (currentBatch || waitingLines.getLength() >= maxBatchChars) writeCurrent()
      else scheduleWrite()
    })
  }

  function scheduleWrite(): void {
    if (isScheduled || currentBatch || waitingLines.getLength() === 0) return
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
    if (currentBatch && !isInFlight) {
      writeNow(currentBatch)
      currentBatch = null
    }
    for (let batch = createNextBatch(); batch; batch = createNextBatch()) writeNow(batch)
  }

  process.once('exit', flushSync)
  return {
    write(line) {
      if (waitingLines.add(line)) scheduleWrite()
      else losses.add(1)
    },
    dropped: losses.getTotal,
    flushSync,
  }
}

/** Lines that wait to be written, up to a total length. */
function createLineBuffer() {
  let lines: string[] = []
  let length = 0

  return {
    /** The length of all lines in characters. */
    getLength: () => length,

    /** Returns false if there is no room for the line. */
    add(line: string): boolean {
      if (length + line.length > maxWaitingChars) return false
      lines.push(line)
      length += line.length
      return true
    },

    /** Removes and returns the first lines, as many as fit into a batch, but at least one. */
    take(): string[] {
      let count = 0
      let chars = 0
      for (const line of lines) {
        if (count > 0 && chars + line.length > maxBatchChars) break
        count++
        chars += line.length
      }
      const taken = lines.slice(0, count)
      lines = lines.slice(count)
      length -= chars
      return taken
    },
  }
}

/** Counts dropped lines, in total and since the log last reported them. */
function createLossCounter() {
  let total = 0
  let unreported = 0

  return {
    getTotal: () => total,
    getUnreported: () => unreported,
    add(lines: number): void {
      total += lines
      unreported += lines
    },
    markReported(lines: number): void {
      unreported -= lines
    },
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
      sleep(exitRetryMs)
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
