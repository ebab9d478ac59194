import { closeSync, fstatSync, openSync, readSync, rmSync, writeSync } from 'node:fs'

/** Pictures that wait on the disk until the paper is set. */
export interface Spool {
  add(name: string, content: Uint8Array): void
  /** Valid until the next read. */
  read(name: string): Buffer
  remove(): void
}

export const spoolOf = (file: string): string => `${file}.pictures`

export function openSpool(file: string): Spool {
  const handle = openSync(file, 'w+', 0o600)
  // Reused: many large buffers would keep the garbage collector busy.
  let buffer = Buffer.alloc(0)
  const places = new Map<string, { start: number; length: number }>()
  return {
    add(name, content) {
      places.set(name, { start: fstatSync(handle).size, length: content.length })
      writeSync(handle, content)
    },
    read(name) {
      const place = places.get(name)
      if (!place) throw new Error(`there is no picture ${name}`)
      if (buffer.length < place.length) buffer = Buffer.alloc(place.length)
      readSync(handle, buffer, 0, place.length, place.start)
      return buffer.subarray(0, place.length)
    },
    remove() {
      closeSync(handle)
      rmSync(file, { force: true })
    },
  }
}
