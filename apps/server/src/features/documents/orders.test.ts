import { pbkdf2 } from 'node:crypto'
import { rmSync } from 'node:fs'
import { mkdtempDisposable, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { PaperRenderer } from '../../adapters/pdf/papers.ts'
import { orderQueue } from './orders.ts'

test('reads a paper before its file is removed, even if opening files takes long', async () => {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'vitrine-orders-'))
  const path = join(folder.path, 'paper')
  const scratch = {
    folder: folder.path,
    newFile: async () => ({ path, [Symbol.asyncDispose]: async () => rmSync(path) }),
  }
  const papers = {
    async renderToFile() {
      await writeFile(path, 'a paper')
      // Keeps Node's thread pool busy, which delays opening files.
      for (let job = 0; job < 8; job++) pbkdf2('', '', 100_000, 64, 'sha512', () => undefined)
    },
  } as unknown as PaperRenderer
  const report = { report: '', startDate: '2026-01-01', endDate: '2026-01-31', lang: 'en' } as const
  const limits = { signal: new AbortController().signal, timeoutMs: 1000, timeoutMessage: '' }
  const pdf = await orderQueue({ papers, scratch })('report', [{ report, foundation: '' }], limits)
  expect(pdf.toString()).toBe('a paper')
})
