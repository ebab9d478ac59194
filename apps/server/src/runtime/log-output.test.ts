import { execFileSync } from 'node:child_process'
import { closeSync, constants, openSync, readSync } from 'node:fs'
import { mkdtempDisposable } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openLogOutput } from './log-output.ts'

// Six megabytes of lines, of which the output keeps four.
const lineCount = 6_000
const createLine = (number: number) => `${JSON.stringify({ number, text: 'x'.repeat(1_000) })}\n`

type Line = { readonly number?: number; readonly dropped?: number }

test('keeps the first 4 MB of lines for a slow reader, and counts those it drops', async () => {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'vitrine-log-'))
  const pipe = openPipe(join(folder.path, 'pipe'))
  const output = openLogOutput(pipe)
  for (let number = 0; number < lineCount; number++) output.write(createLine(number))
  const dropped = output.dropped()
  expect(dropped).toBeGreaterThan(1_000)

  const keptCount = lineCount - dropped
  // One more line reports the loss.
  const lines = await readLines(pipe, keptCount + 1)
  closeSync(pipe)
  expect(lines.filter((line) => line.dropped !== undefined)).toMatchObject([{ dropped }])
  const numbers = lines.map(({ number }) => number).filter((number) => number !== undefined)
  expect(numbers).toEqual(Array.from({ length: keptCount }, (_, index) => index))
  expect(output.dropped()).toBe(dropped)
})

/** Opens a pipe for reading and writing, so that neither side waits for the other. */
function openPipe(path: string): number {
  execFileSync('mkfifo', [path])
  return openSync(path, constants.O_RDWR | constants.O_NONBLOCK)
}

/** Reads from the pipe until it has given the expected number of lines. */
async function readLines(pipe: number, expectedCount: number): Promise<Line[]> {
  const buffer = Buffer.alloc(1024 * 1024)
  const chunks: string[] = []
  let count = 0
  const readAvailable = () => {
    // The lines are ASCII, and a read may end anywhere: one character per byte.
    const chunk = buffer.toString('latin1', 0, readOrZero(pipe, buffer))
    chunks.push(chunk)
    count += chunk.split('\n').length - 1
    return count
  }
  await expect.poll(readAvailable, { timeout: 30_000, interval: 5 }).toBe(expectedCount)
  return chunks
    .join('')
    .trim()
    .split('\n')
    .map((line): Line => JSON.parse(line))
}

/** Returns how many bytes were read; 0 while the pipe is empty. */
function readOrZero(pipe: number, buffer: Buffer): number {
  try {
    return readSync(pipe, buffer)
  } catch {
    return 0
  }
}
