import { writeFile } from 'node:fs/promises'
import { publicNumber } from '@vitrine/contract'
import type { Scratch } from '../../../adapters/files/scratch.ts'
import type { Sound } from '../../../adapters/sound/mp3-encoder.ts'
import { breathe } from '../../../db/chunks.ts'
import type { Db } from '../../../db/tables.ts'
import type { MediaAcceptance } from '../../media/index.ts'
import { type ItemState, readState } from '../state.ts'
import { itemStore } from '../store.ts'
import { type Exhibit, exhibits, recordingName } from './collection.ts'
import { deliveredState } from './seed.ts'
import { demoStore } from './store.ts'

interface Parts {
  readonly db: Db
  readonly acceptance: MediaAcceptance
  readonly scratch: Scratch
  readonly draw: (svg: string) => Promise<Buffer>
  readonly encode: (sound: Sound) => Promise<Buffer>
}

/**
 * Draws the pictures and plays the recordings that demo items still lack, one after the other, through the door that
 * uploads take. What is done is read from the history: the state in which an item was created gets its picture
 * afterwards, so that a stop half-way is made up for at the next start, a picture that somebody has replaced or taken
 * away stays so, and nobody who is editing an item meanwhile is told that it has changed.
 */
export async function giveDemoMedia(parts: Parts, stop: AbortSignal): Promise<void> {
  for (const lacking of await incomplete(parts.db)) {
    if (stop.aborted) return
    const picture = await accepted(parts, 'picture', `${lacking.exhibit.identifier.toLowerCase()}.jpg`, async () =>
      parts.draw(await pictureOf(lacking.exhibit)),
    )
    const fileName = recordingName(lacking.exhibit)
    const recording = fileName
      ? await accepted(parts, 'recording', fileName, async () => parts.encode(await soundOf(lacking.exhibit)))
      : null
    await complete(parts.db, lacking, picture, recording)
    await breathe()
  }
}

interface Lacking {
  readonly exhibit: Exhibit
  readonly itemId: number
  readonly creation: number
  readonly state: ItemState
}

/** The items that the demo made and that wait for their picture, both museums in turn. */
async function incomplete(db: Db): Promise<Lacking[]> {
  const delivered = new Map(exhibits.map((exhibit) => [JSON.stringify(deliveredState(exhibit)), exhibit]))
  const lacking = (await demoStore(db).creations(exhibits.map(({ number }) => number))).flatMap(
    ({ id, itemId, after }): Lacking[] => {
      const exhibit = delivered.get(after ?? '')
      const state = readState(after)
      return exhibit && state ? [{ exhibit, itemId, creation: id, state }] : []
    },
  )
  const place = ({ exhibit: { type, number } }: Lacking) => publicNumber(type, number)
  return lacking.toSorted((a, b) => place(a) - place(b))
}

async function accepted(
  { acceptance, scratch }: Parts,
  kind: 'picture' | 'recording',
  fileName: string,
  make: () => Promise<Buffer>,
): Promise<number> {
  const content = await make()
  await using file = await scratch.newFile()
  await writeFile(file.path, content)
  return (await acceptance[kind]({ path: file.path, fileName, bytes: content.length })).id
}

async function complete(db: Db, lacking: Lacking, pictureId: number, recordingId: number | null): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const items = itemStore(tx)
    if (!(await items.hold(lacking.itemId))) return
    const store = demoStore(tx)
    await store.amendCreation(lacking.creation, { ...lacking.state, pictureId, recordingId })
    await store.setPicture(lacking.itemId, pictureId)
    if (recordingId !== null) await store.setRecording(lacking.itemId, recordingId)
    await items.newRevision(lacking.exhibit.type)
  })
}

// Loaded here and not above: a server that draws nothing does not read how.
async function pictureOf({ type, number, told }: Exhibit): Promise<string> {
  if (type === 'car') return (await import('./drawing/car-picture.ts')).carPicture(number, told.look)
  return (await import('./drawing/art-picture.ts')).artPicture(number, told.size, told.look)
}

async function soundOf({ type, told }: Exhibit): Promise<Sound> {
  const [{ synthesise }, { pieces }] = await Promise.all([import('./music/synthesis.ts'), import('./music/pieces.ts')])
  const piece = type === 'art' ? told.recording : undefined
  if (!piece) throw new Error(`${told.name} has no recording`)
  return synthesise(pieces[piece])
}
