import type { InputOf, OutputOf, UploadAddress, UploadFieldOf } from './address.ts'
import { ApiError, unreachableMessage } from './api-error.ts'
import { buildAuthHeaders, readAnswer } from './call.ts'

type UploadInput<A extends UploadAddress> = InputOf<A> & { readonly field: UploadFieldOf<A> }

interface UploadOptions {
  readonly signal: AbortSignal
  readonly onProgress: (fraction: number) => void
}

/** Makes a call with a file. Uses XMLHttpRequest, because `fetch` reports no upload progress. */
export async function uploadFile<A extends UploadAddress>(
  address: A,
  { field, file, body }: UploadInput<A>,
  options: UploadOptions,
): Promise<OutputOf<A>> {
  const [method = 'POST', path = ''] = address.split(' ')
  const { token, headers } = buildAuthHeaders(method)
  const form = new FormData()
  for (const [name, value] of Object.entries(body)) form.set(name, String(value))
  // The file last: the server reads the other fields before it.
  form.set(field, file)

  const request = new XMLHttpRequest()
  request.open(method, `/api${path}`)
  for (const [name, value] of headers) request.setRequestHeader(name, value)
  const response = await send(request, form, options)
  return (await readAnswer(response, token)) as OutputOf<A>
}

function send(request: XMLHttpRequest, form: FormData, { signal, onProgress }: UploadOptions) {
  const { promise, resolve, reject } = Promise.withResolvers<Response>()
  request.upload.addEventListener('progress', ({ loaded, total }) =>
    onProgress(total > 0 ? loaded / total : 0),
  )
  request.addEventListener('load', () =>
    resolve(new Response(request.responseText, { status: request.status })),
  )
  request.addEventListener('error', () => reject(new ApiError(0, unreachableMessage)))
  request.addEventListener('abort', () => reject(signal.reason))
  signal.addEventListener('abort', () => request.abort(), { once: true })
  if (signal.aborted) reject(signal.reason)
  else request.send(form)
  return promise
}
