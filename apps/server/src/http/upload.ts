import { open } from 'node:fs/promises'
import multipart, { type MultipartFile } from '@fastify/multipart'
import type { Call } from '@vitrine/contract'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { ScratchFolder } from '../adapters/files/files.ts'
import { Failure, invalid, overloaded } from '../base/failure.ts'

/** A file sent with a call. It is deleted once the call has been answered. */
export interface Upload {
  readonly path: string
  readonly fileName: string
  readonly bytes: number
}

type Rule = NonNullable<Call['upload']>

interface Form {
  readonly fields: Record<string, unknown>
  readonly upload: Upload
}

// For the other fields and the multipart boundaries.
const slack = 64 * 1024
// Each takes disk space until it is answered. Pictures wait for their turn once they are on disk (`createImageProcessor`).
const maxOpen = { inAll: 40, ofOnePerson: 20 }
const limits = { files: 1, fields: 20, parts: 21, fieldSize: slack }

/** A scope whose calls accept form data with a file; all other calls accept JSON. */
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

/** Receives uploads; more than a few of one account or many of all are rejected before their body is read. */
export function uploadReceiver(scratch: ScratchFolder) {
  /** The account behind each upload that is not answered yet. */
  const open: number[] = []

  function takePlace(person: number): Disposable {
    const own = open.filter((other) => other === person)
    if (open.length >= maxOpen.inAll || own.length >= maxOpen.ofOnePerson) throw overloaded()
    open.push(person)
    return { [Symbol.dispose]: () => void open.splice(open.indexOf(person), 1) }
  }

  /** Streams the file to disk, passes it to `work`, and deletes it in any case. */
  return async function withUpload<T>(
    request: FastifyRequest,
    rule: Rule,
    work: (form: Form) => Promise<T>,
  ): Promise<T> {
    if (!request.isMultipart())
      throw new Failure('wrongType', 'Please send the file as multipart/form-data.')
    if (Number(request.headers['content-length']) > rule.maxBytes + slack) throw tooLarge(rule)
    using _place = takePlace(request.actor?.userId ?? 0)
    await using file = await scratch.newFile()
    return await work(await readForm(request, rule, file.path))
  }
}

export type UploadReceiver = ReturnType<typeof uploadReceiver>

async function readForm(request: FastifyRequest, rule: Rule, path: string): Promise<Form> {
  const fields: Form['fields'] = {}
  let upload: Upload | null = null
  try {
    for await (const part of request.parts({ limits: { ...limits, fileSize: rule.maxBytes } })) {
      if (part.type === 'field') fields[part.fieldname] = part.value
      else if (part.fieldname === rule.field) upload = await receive(part, rule, path)
      else throw invalid(part.fieldname, `Please send the file in the field "${rule.field}".`)
    }
  } catch (error) {
    throw asFailure(error)
  }
  if (!upload || upload.bytes === 0) throw invalid(rule.field, 'Please choose a file.')
  return { fields, upload }
}

async function receive(part: MultipartFile, rule: Rule, path: string): Promise<Upload> {
  await using handle = await open(path, 'w', 0o600)
  let bytes = 0
  for await (const chunk of part.file as AsyncIterable<Buffer>) {
    await handle.writeFile(chunk)
    bytes += chunk.length
  }
  if (part.file.truncated) throw tooLarge(rule)
  return { path, fileName: part.filename ?? '', bytes }
}

const tooLarge = ({ maxBytes }: Rule) =>
  new Failure('tooLarge', `The file is too large: at most ${maxBytes / 1024 / 1024} MB.`)

/** A malformed form (aborted, unterminated, too many parts) is the client's error; a failing disk is not. */
function asFailure(error: unknown): unknown {
  const { syscall = '' } = error as NodeJS.ErrnoException
  if (error instanceof Failure || ['open', 'write'].includes(syscall)) return error
  return new Failure(
    'invalid',
    'The form data is not complete or not well formed. Please try again.',
  )
}
