import { randomUUID } from 'node:crypto'
import { closeSync, openSync, writeFileSync } from 'node:fs'
import { openCompiler } from './compiler.ts'
import { insertPictures, type StandIn } from './insert-pictures.ts'
import { jpegHeader } from './jpeg-header.ts'
import type { Paper } from './papers.ts'
import { openSpool, type SpooledPicture, spoolOf } from './spool.ts'

/** Sets a paper with many pictures: they wait on the disk beside `file` and are put in when all else is done. */
export async function printLarge(paper: Paper, pictures: readonly SpooledPicture[], file: string): Promise<void> {
  const compiler = await openCompiler()
  using spool = openSpool(spoolOf(file))
  const sign = randomUUID()
  const standIns = new Map<string, StandIn>()
  for (const { place, ...picture } of pictures) {
    const standIn = place && jpegHeader(spool.read(place), `${sign}${picture.name};`)
    compiler.addPicture({ ...picture, jpeg: standIn })
    if (!place || !standIn || paper.unused?.includes(picture.name)) continue
    const read = () => spool.read(place)
    standIns.set(picture.name, { length: standIn.length, finalLength: place.length, read })
  }
  write(file, insertPictures(await compiler.print(paper), { sign, pictures: standIns }))
}

function write(file: string, pieces: Iterable<Buffer>): void {
  const handle = openSync(file, 'w', 0o600)
  try {
    for (const piece of pieces) writeFileSync(handle, piece)
  } finally {
    closeSync(handle)
  }
}
