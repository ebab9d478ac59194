import { execFileSync } from 'node:child_process'
import { closeSync, constants, openSync, readSync } from 'node:fs'
import { mkdtempDisposable } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openLogOutput } from './log-output.ts'

test('keeps 4 MB of lines for a slow reader, and counts those it drops', async () => {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'vitrine-log-'))
  const path = join(folder.path, 'pipe')
  execFileSync('mkfifo', [path])
  const pipe = openSync(path, constants.O_RDWR | constants.O_NONBLOCK)
  const output = openLogOutput(pipe)
  for (let number = 0; number < 6000; number++)
    output.write(`${JSON.stringify({ number, text: 'x'.repeat(1000) })}\n`)
  const dropped = output.dropped()
  expect(dropped).toBeGreaterThan(1000)

  let text = ''
  const read = () => {
    text += available(pipe)
    return text.split('\n').length - 1
  }
  await expect.poll(read, { timeout: 30_000, interval: 5 }).toBe(6000 - dropped + 1)
  closeSync(pipe)
  const lines = text
    .trim()
    .split('\n')
    .map((line): { number?: number; dropped?: number } => JSON.parse(line))
  expect(lines.filter((line) => line.dropped !== undefined)).toMatchObject([{ dropped }])
  const numbers = lines.flatMap(({ number }) => number ?? [])
  expect(numbers).toEqual(Array.from({ length: 6000 - dropped }, (_, number) => number))
  expect(output.dropped()).toBe(dropped)
})

function available(pipe: number): string {
  const buffer = Buffer.alloc(1024 * 1024)
  try {
    return buffer.toString('utf8', 0, readSync(pipe, buffer))
  } catch {
    return ''
  }
}
