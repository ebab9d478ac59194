import { closeSync, fstatSync, openSync, readSync, rmSync, writeSync } from 'node:fs'

/** Pictures that wait on the disk until the paper is set. */
export interface Spool {
  add(name: string, content: Uint8Array): void
  /** Good until the next one is read. */
  read(name: string): Buffer
  remove(): void
}

export const spoolOf = (file: string): string => `${file}.pictures`

export function openSpool(file: string): Spool {
  const handle = openSync(file, 'w+', 0o600)
  // One for all of them: as many large ones keep the collector busy.
  let room = Buffer.alloc(0)
  const places = new Map<string, { start: number; length: number }>()
  return {
    add(name, content) {
      places.set(name, { start: fstatSync(handle).size, length: content.length })
      writeSync(handle, content)
    },
    read(name) {
      const place = places.get(name)
      if (!place) throw new Error(`there is no picture ${name}`)
      if (room.length < place.length) room = Buffer.alloc(place.length)
      readSync(handle, room, 0, place.length, place.start)
      return room.subarray(0, place.length)
    },
    remove() {
      closeSync(handle)
      rmSync(file, { force: true })
    },
  }
}
