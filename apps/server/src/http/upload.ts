import { open } from 'node:fs/promises'
import multipart, { type MultipartFile } from '@fastify/multipart'
import type { Call } from '@vitrine/contract'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { ScratchFolder } from '../adapters/files/files.ts'
import { Failure, invalid, overloaded } from '../base/failure.ts'

/** A file sent with a call, deleted once the call has been answered. */
export interface Upload {
  readonly path: string
  readonly fileName: string
  readonly bytes: number
}

type UploadRule = NonNullable<Call['upload']>

interface Form {
  readonly fields: Record<string, unknown>
  readonly upload: Upload
}

// Room for the other fields and the multipart boundaries.
const overheadBytes = 64 * 1024
// Each upload takes disk space until it is answered. Pictures wait for their turn once they are on
// disk (`createImageProcessor`).
const maxOpenUploads = { total: 40, perAccount: 20 }
// The file is one part more than the fields.
const limits = { files: 1, fields: 20, parts: 21, fieldSize: overheadBytes }

/** Registers a scope whose calls accept form data with a file; all other calls accept JSON. */
export function registerUploadCalls(
  app: FastifyInstance,
  mountCalls: (uploads: FastifyInstance) => void,
): void {
  app.register((uploads, _options, done) => {
    // `withUpload` rejects any other content type without reading the body.
    uploads.removeAllContentTypeParsers()
    uploads.addContentTypeParser('*', (_request, _payload, parsed) => parsed(null))
    uploads.register(multipart, { throwFileSizeLimit: false })
    mountCalls(uploads)
    done()
  })
}

/**
 * Receives uploads. Further ones are rejected before their body is read once one account, or all
 * together, have too many open.
 */
export function uploadReceiver(scratch: ScratchFolder) {
  /** The account of each upload that is not answered yet. */
  const uploaderIds: number[] = []

  function reserveUpload(userId: number): Disposable {
    const ownCount = uploaderIds.filter((id) => id === userId).length
    if (uploaderIds.length >= maxOpenUploads.total || ownCount >= maxOpenUploads.perAccount)
      throw overloaded()

    uploaderIds.push(userId)
    return { [Symbol.dispose]: () => void uploaderIds.splice(uploaderIds.indexOf(userId), 1) }
  }

  /** Streams the file to disk, passes it to `work`, and deletes it in any case. */
  return async function withUpload<T>(
    request: FastifyRequest,
    rule: UploadRule,
    work: (form: Form) => Promise<T>,
  ): Promise<T> {
    if (!request.isMultipart())
      throw new Failure('wrongType', 'Please send the file as multipart/form-data.')
    if (Number(request.headers['content-length']) > rule.maxBytes + overheadBytes)
      throw createTooLargeFailure(rule)
    // Callers without an account count as one account.
    using _reservation = reserveUpload(request.actor?.userId ?? 0)
    await using file = await scratch.newFile()
    return await work(await readForm(request, rule, file.path))
  }
}

export type UploadReceiver = ReturnType<typeof uploadReceiver>

async function readForm(request: FastifyRequest, rule: UploadRule, path: string): Promise<Form> {
  const fields: Form['fields'] = {}
  let upload: Upload | null = null
  try {
    for await (const part of request.parts({ limits: { ...limits, fileSize: rule.maxBytes } })) {
      if (part.type === 'field') fields[part.fieldname] = part.value
      else if (part.fieldname === rule.field) upload = await receiveFile(part, rule, path)
      else throw invalid(part.fieldname, `Please send the file in the field "${rule.field}".`)
    }
  } catch (error) {
    throw toUploadFailure(error)
  }
  if (!upload || upload.bytes === 0) throw invalid(rule.field, 'Please choose a file.')
  return { fields, upload }
}

async function receiveFile(part: MultipartFile, rule: UploadRule, path: string): Promise<Upload> {
  await using handle = await open(path, 'w', 0o600)
  let bytes = 0
  for await (const chunk of part.file as AsyncIterable<Buffer>) {
    await handle.writeFile(chunk)
    bytes += chunk.length
  }
  if (part.file.truncated) throw createTooLargeFailure(rule)
  return { path, fileName: part.filename ?? '', bytes }
}

const createTooLargeFailure = ({ maxBytes }: UploadRule) =>
  new Failure('tooLarge', `The file is too large: at most ${maxBytes / 1024 / 1024} MB.`)

/**
 * A malformed form (aborted, unterminated, too many parts) is the client's error; a failing disk is
 * not.
 */
function toUploadFailure(error: unknown): unknown {
  const { syscall = '' } = error as NodeJS.ErrnoException
  if (error instanceof Failure || ['open', 'write'].includes(syscall)) return error
  return new Failure(
    'invalid',
    'The form data is not complete or not well formed. Please try again.',
  )
}
