import { randomUUID } from 'node:crypto'
import { closeSync, openSync, writeFileSync } from 'node:fs'
import { openCompiler } from './compiler.ts'
import { insertPictures, type StandIn } from './insert-pictures.ts'
import { jpegHeader } from './jpeg-header.ts'
import type { Paper, PaperPicture } from './papers.ts'
import { openSpool, spoolOf } from './spool.ts'

/** Sets a paper with many pictures: they wait on the disk beside `file` and are put in when all else is done. */
export async function openLargePaper(file: string) {
  const compiler = await openCompiler()
  const spool = openSpool(spoolOf(file))
  const sign = randomUUID()
  const pictures = new Map<string, StandIn>()

  return {
    addPicture(picture: PaperPicture): void {
      const { name, jpeg } = picture
      const standIn = jpeg && jpegHeader(jpeg, `${sign}${name};`)
      compiler.addPicture({ ...picture, jpeg: standIn })
      if (!jpeg || !standIn) return
      spool.add(name, jpeg)
      pictures.set(name, { length: standIn.length, finalLength: jpeg.length, read: () => spool.read(name) })
    },

    /** Writes the file; this paper can't be used any more. */
    async print(job: Paper): Promise<void> {
      for (const name of job.unused ?? []) pictures.delete(name)
      try {
        write(file, insertPictures(await compiler.print(job), { sign, pictures }))
      } finally {
        spool.remove()
      }
    },
  }
}

function write(file: string, pieces: Iterable<Buffer>): void {
  const handle = openSync(file, 'w', 0o600)
  try {
    for (const piece of pieces) writeFileSync(handle, piece)
  } finally {
    closeSync(handle)
  }
}
