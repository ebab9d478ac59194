import { createHash } from 'node:crypto'
import { type FileHandle, open } from 'node:fs/promises'

// The format that every tar of the last thirty years reads: blocks of 512 bytes, a header before each file.
const block = 512
const maxNameBytes = 100
const maxFileBytes = 8 ** 11

export interface TarEntry {
  readonly name: string
  readonly bytes: number
  readonly sha256: string
}

/** Writes files into a tar one after the other. */
export function tarWriter(handle: FileHandle, at: Date) {
  async function add(name: string, bytes: number, content: AsyncIterable<Buffer>): Promise<TarEntry> {
    await handle.writeFile(header(name, bytes, at))
    const hash = createHash('sha256')
    let written = 0
    for await (const chunk of content) {
      hash.update(chunk)
      written += chunk.length
      await handle.writeFile(chunk)
    }
    if (written !== bytes) throw new Error(`${name} has ${written} bytes instead of ${bytes}.`)
    await handle.writeFile(Buffer.alloc(padding(bytes)))
    return { name, bytes, sha256: hash.digest('hex') }
  }

  return {
    add,
    addText: (name: string, text: string): Promise<TarEntry> => {
      const content = Buffer.from(text)
      return add(name, content.length, only(content))
    },
    end: async (): Promise<void> => {
      await handle.writeFile(Buffer.alloc(2 * block))
    },
  }
}

/** A file inside a tar: where its bytes begin, how many there are. */
export interface TarPlace {
  readonly name: string
  readonly start: number
  readonly bytes: number
}

/** The files of a tar in their order. Throws when it is truncated. */
export async function* readTar(file: string): AsyncGenerator<TarPlace> {
  await using handle = await open(file)
  const { size } = await handle.stat()
  let position = 0
  for (;;) {
    const head = Buffer.alloc(block)
    const { bytesRead } = await handle.read(head, 0, block, position)
    if (bytesRead < block) throw new Error('The file ends too early: it is not a whole backup.')
    if (head.every((byte) => byte === 0)) return
    const { name, bytes } = readHeader(head)
    const start = position + block
    position = start + bytes + padding(bytes)
    if (position > size) throw new Error('The file ends too early: it is not a whole backup.')
    yield { name, bytes, start }
  }
}

function header(name: string, bytes: number, at: Date): Buffer {
  if (Buffer.byteLength(name) > maxNameBytes) throw new Error(`${name} is too long a name for a tar.`)
  if (bytes >= maxFileBytes) throw new Error(`${name} is too large for a tar: ${bytes} bytes.`)
  const head = Buffer.alloc(block)
  const put = (text: string, offset: number) => head.write(text, offset)
  put(name, 0)
  put('0000600\0', 100)
  put('0000000\0', 108)
  put('0000000\0', 116)
  put(`${octal(bytes, 11)}\0`, 124)
  put(`${octal(Math.floor(at.getTime() / 1000), 11)}\0`, 136)
  put('0', 156)
  put('ustar\0', 257)
  put('00', 263)
  put(`${octal(checksum(head), 6)}\0 `, 148)
  return head
}

function readHeader(head: Buffer): { name: string; bytes: number } {
  const text = (start: number, length: number) => head.toString('utf8', start, start + length).replace(/[\0 ].*$/s, '')
  if (Number.parseInt(text(148, 8), 8) !== checksum(head)) throw new Error('The file is damaged, or not a backup.')
  return { name: text(0, maxNameBytes), bytes: Number.parseInt(text(124, 12), 8) }
}

/** The sum of a header's bytes, those of the sum itself taken as spaces. */
const checksum = (head: Buffer): number =>
  head.reduce((sum, byte, index) => sum + (index >= 148 && index < 156 ? 32 : byte), 0)

const octal = (value: number, digits: number): string => value.toString(8).padStart(digits, '0')

const padding = (bytes: number): number => (block - (bytes % block)) % block

async function* only(content: Buffer): AsyncGenerator<Buffer> {
  yield content
}
