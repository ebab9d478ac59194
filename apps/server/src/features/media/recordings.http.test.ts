// @module-tag sqlite

import { api } from '@vitrine/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { listChanges, undoChange } from '../../../test/history.ts'
import {
  createId3Tag,
  createMp3File,
  createPictureFile,
  toFile,
} from '../../../test/media-files.ts'
import {
  type MediaTestServer,
  readBytes,
  startMediaTestServer,
} from '../../../test/media-test-server.ts'

const { inventory, media } = api

let world: MediaTestServer

beforeAll(async () => {
  world = await startMediaTestServer()
})
afterAll(() => world[Symbol.asyncDispose]())

const fetchRecording = (id: number, headers: Record<string, string> = {}, query = '') =>
  world.server.fetch(`/api/recording/${id}${query}`, { headers })

test.for([
  ['frames alone', () => createMp3File()],
  ['tags first', () => createMp3File({ tags: createId3Tag(5000), seed: 1 })],
  ['tags with a large cover', () => createMp3File({ tags: createId3Tag(300_000), seed: 2 })],
  [
    'tags and padding',
    () => createMp3File({ tags: Buffer.concat([createId3Tag(50), Buffer.alloc(2000)]), seed: 3 }),
  ],
] as [string, () => File][])('stores an MP3 of %s unchanged', async ([, createFile]) => {
  const id = await world.newItem()
  const file = createFile()
  await world.uploadRecording(id, file)
  const response = await fetchRecording(id)
  expect(response.status).toBe(200)
  expect(response.headers.get('content-type')).toBe('audio/mpeg')
  expect(response.headers.get('accept-ranges')).toBe('bytes')
  expect(response.headers.get('content-length')).toBe(String(file.size))
  expect(await readBytes(response)).toEqual(Buffer.from(await file.arrayBuffer()))
})

test('shows staff the file name and history of a recording', async () => {
  const id = await world.newItem()
  await world.uploadRecording(id, createMp3File({ seed: 4, name: '../../Bach – Präludium.mp3' }))
  const { recording, tags } = await world.staff.call(inventory.details, { params: { id } })
  expect(recording?.fileName).toBe('Bach – Präludium.mp3')
  expect(tags.mp3).toBe('Bach – Präludium.mp3')
  expect((await listChanges(world.staff, 'item', id))[0]).toMatchObject({ kind: 'recording' })
})

test('lets caches keep a recording that is addressed by its name', async () => {
  const id = await world.newItem()
  await world.uploadRecording(id, createMp3File({ seed: 8 }))
  const { recording } = await world.staff.call(inventory.details, { params: { id } })
  const named = await fetchRecording(id, {}, `?v=${recording?.name}`)
  expect(named.headers.get('cache-control')).toBe(
    'public, max-age=31536000, s-maxage=300, immutable',
  )
  expect((await fetchRecording(id)).headers.get('cache-control')).toBe('private, no-cache')
  const etag = named.headers.get('etag') ?? ''
  expect((await fetchRecording(id, { 'if-none-match': etag })).status).toBe(304)
})

test('removes a recording with its attribute, and restores it from the history', async () => {
  const id = await world.newItem()
  const upload = () => world.uploadRecording(id, createMp3File({ seed: 7, name: 'waltz.mp3' }))
  const save = (mp3: string) =>
    world.staff.call(inventory.saveTags, { body: { itemId: id, tags: { mp3 } } })
  const details = () => world.staff.call(inventory.details, { params: { id } })
  await upload()
  await save('Waltz.mp3')
  expect(await details()).toMatchObject({ recording: { fileName: 'waltz.mp3' } })

  await save('')
  expect(await details()).toMatchObject({ tags: {}, recording: null })
  expect((await fetchRecording(id)).status).toBe(404)
  const [emptied] = await listChanges(world.staff, 'item', id)
  expect(emptied).toMatchObject({
    fields: [{ field: 'Recording' }, { field: 'Recording file', before: 'waltz.mp3', after: '' }],
  })
  await undoChange(world.staff, 'item', id, emptied)
  expect((await fetchRecording(id)).status).toBe(200)

  await save('https://sounds.example.org/waltz.mp3')
  expect(await details()).toMatchObject({ recording: null })
})

test('serves a recording in any range', async () => {
  const id = await world.newItem()
  const file = createMp3File({ tags: createId3Tag(2), seed: 5 })
  const content = Buffer.from(await file.arrayBuffer())
  const size = content.length
  await world.uploadRecording(id, file)
  const etag = (await fetchRecording(id)).headers.get('etag') ?? ''

  for (const [range, start, end] of [
    ['bytes=0-1', 0, 1],
    ['bytes=100-199', 100, 199],
    [`bytes=${size - 5}-`, size - 5, size - 1],
    ['bytes=-7', size - 7, size - 1],
    ['bytes=10-99999999', 10, size - 1],
  ] as const) {
    const part = await fetchRecording(id, { range })
    expect(part.status).toBe(206)
    expect(part.headers.get('content-range')).toBe(`bytes ${start}-${end}/${size}`)
    expect(part.headers.get('content-length')).toBe(String(end - start + 1))
    expect(await readBytes(part)).toEqual(content.subarray(start, end + 1))
  }
  for (const range of [`bytes=${size}-`, 'bytes=-0', 'bytes=9-5']) {
    const unsatisfiable = await fetchRecording(id, { range })
    expect(unsatisfiable.status).toBe(416)
    expect(unsatisfiable.headers.get('content-range')).toBe(`bytes */${size}`)
  }
  // Several ranges and unknown units are ignored.
  for (const range of ['bytes=0-1,5-6', 'pages=1-2'])
    expect((await fetchRecording(id, { range })).status).toBe(200)

  expect((await fetchRecording(id, { range: 'bytes=0-1', 'if-range': etag })).status).toBe(206)
  expect((await fetchRecording(id, { range: 'bytes=0-1', 'if-range': '"another"' })).status).toBe(
    200,
  )
  const head = await world.server.fetch(`/api/recording/${id}`, { method: 'HEAD' })
  expect(head.headers.get('content-length')).toBe(String(size))
})

/** Length in bytes of a frame at 128 kbit/s and 44.1 kHz, which the header below states. */
const frameLength = 417

const createFrame = () => {
  const frame = Buffer.alloc(frameLength)
  frame.set([0xff, 0xfb, 0x90, 0x00])
  return frame
}

const invalidFiles: [string, () => Promise<File> | File][] = [
  ['a text named .mp3', () => toFile('la la la '.repeat(1000), 'song.mp3')],
  ['tags without sound', () => toFile(createId3Tag(20_000), 'song.mp3')],
  [
    'tags that state more bytes than the file has',
    () => toFile(createId3Tag(20_000).subarray(0, 500), 'song.mp3'),
  ],
  ['a single frame', () => createMp3File({ frames: 1 })],
  [
    'one frame, then a page',
    () => toFile(Buffer.concat([createFrame(), Buffer.from('<script>'.repeat(500))]), 'a.mp3'),
  ],
  ['zeros', () => toFile(Buffer.alloc(50_000), 'song.mp3')],
  ['a picture', () => createPictureFile()],
  ['a WAV', () => toFile(`RIFF....WAVEfmt ${'\0'.repeat(9000)}`, 'song.mp3')],
]

test.for(invalidFiles)('rejects %s as recording', async ([, createFile]) => {
  const id = await world.newItem()
  await world.uploadRecording(id, createMp3File({ seed: 6 }))
  const response = await world.staff.send(media.uploadRecording, {
    body: { itemId: id },
    file: await createFile(),
  })
  expect(response.status).toBe(400)
  expect(await response.json()).toMatchObject({ message: expect.stringContaining('MP3') })
  expect((await fetchRecording(id)).status).toBe(200)
})
