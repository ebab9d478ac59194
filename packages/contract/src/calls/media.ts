import { z } from 'zod'
import type { Call } from '../call.ts'
import { pictureLimits, recordingLimits } from '../inventory/limits.ts'
import { anyone, staff } from '../roles.ts'
import { IdParams, IdText } from '../text.ts'

const Bytes = z.unknown()
// With a content hash in the address the answer is immutable; without it, it is revalidated each time.
const named = z.object({ v: z.string().max(100).optional() })
const UploadTarget = z.strictObject({ itemId: IdText })

export const media = {
  uploadImage: {
    method: 'POST',
    path: '/inventory/upload-image',
    access: staff,
    summary: 'Give an item a picture: multipart form data with itemId, then image',
    body: UploadTarget,
    upload: { field: 'image', maxBytes: pictureLimits.bytes },
    ok: z.object({ version: z.number().int() }),
  },
  uploadRecording: {
    method: 'POST',
    path: '/inventory/upload-recording',
    access: staff,
    summary: 'Give an item a recording: multipart form data with itemId, then recording (mp3)',
    body: UploadTarget,
    upload: { field: 'recording', maxBytes: recordingLimits.bytes },
    ok: z.object({ version: z.number().int() }),
  },
  image: {
    method: 'GET',
    path: '/image/:id',
    access: anyone,
    summary: 'The picture of an item, for a screen',
    params: IdParams,
    query: named,
    ok: Bytes,
    finished: true,
  },
  thumbnail: {
    method: 'GET',
    path: '/image/thumbnail/:id',
    access: anyone,
    summary: 'The picture of an item, small',
    params: IdParams,
    query: named,
    ok: Bytes,
    finished: true,
  },
  medium: {
    method: 'GET',
    path: '/image/medium/:id',
    access: anyone,
    summary: 'The picture of an item, for a phone',
    params: IdParams,
    query: named,
    ok: Bytes,
    finished: true,
  },
  earlier: {
    method: 'GET',
    path: '/image/earlier/:name',
    access: anyone,
    summary: 'A current or former picture of an item, small, by its name in the history; staff only',
    params: z.object({ name: z.string().regex(/^[0-9a-f]{16}$/, 'This is not the name of a picture.') }),
    ok: Bytes,
    finished: true,
  },
  recording: {
    method: 'GET',
    path: '/recording/:id',
    access: anyone,
    summary: 'The recording of an item; byte ranges are supported',
    params: IdParams,
    query: named,
    ok: Bytes,
    finished: true,
  },
} as const satisfies Record<string, Call>
