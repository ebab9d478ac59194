import { execFile } from 'node:child_process'
import { mkdtempDisposable, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'

test('terminating a child that is unreferenced ends, though nothing else keeps the process alive', async () => {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'vitrine-child-'))
  const program = join(folder.path, 'program.mjs')
  const { href } = new URL('child-process.ts', import.meta.url)
  await writeFile(
    program,
    `import { startChild, terminate } from '${href}'
     if (process.send) process.on('message', () => undefined)
     else {
       const child = startChild(new URL(import.meta.url), { args: [], execArgv: [] })
       child.unref()
       child.channel.unref()
       child.stderr.unref()
       await terminate(child)
       console.log('terminated')
     }`,
  )
  const { stdout } = await promisify(execFile)(process.execPath, [program])
  expect(stdout).toBe('terminated\n')
})
