import { closeSync, openSync, readSync } from 'node:fs'
import { open } from 'node:fs/promises'
import type { PaperPicture } from './papers.ts'

interface Place {
  readonly start: number
  readonly length: number
}

/** A picture that waits on the disk until the paper is set. */
export type SpooledPicture = Omit<PaperPicture, 'jpeg'> & { readonly place: Place | null }

export const spoolOf = (file: string): string => `${file}.pictures`

/** Writes pictures one after the other, so that only one of them is in memory. */
export async function writeSpool(
  file: string,
  pictures: Iterable<PaperPicture> | AsyncIterable<PaperPicture>,
  signal: AbortSignal,
): Promise<SpooledPicture[]> {
  await using handle = await open(file, 'w', 0o600)
  const spooled: SpooledPicture[] = []
  let start = 0
  for await (const { jpeg, ...picture } of pictures) {
    signal.throwIfAborted()
    if (jpeg) await handle.writeFile(jpeg)
    const length = jpeg?.length ?? 0
    spooled.push({ ...picture, place: jpeg && { start, length } })
    start += length
  }
  return spooled
}

export function openSpool(file: string) {
  const handle = openSync(file, 'r')
  // Reused: many large buffers would keep the garbage collector busy.
  let buffer = Buffer.alloc(0)
  return {
    /** Valid until the next read. */
    read({ start, length }: Place): Buffer {
      if (buffer.length < length) buffer = Buffer.alloc(length)
      readSync(handle, buffer, 0, length, start)
      return buffer.subarray(0, length)
    },
    [Symbol.dispose]: () => closeSync(handle),
  }
}
