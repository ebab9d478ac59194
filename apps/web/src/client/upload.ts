import type { InputOf, OutputOf, UploadAddress, UploadFieldOf } from './address.ts'
import { ApiError, unreachableMessage } from './api-error.ts'
import { buildAuthHeaders, readAnswer } from './call.ts'

type UploadInput<A extends UploadAddress> = InputOf<A> & { readonly field: UploadFieldOf<A> }

interface UploadOptions {
  readonly signal: AbortSignal
  readonly onProgress: (part: number) => void
}

/** Makes a call that carries a file. Uses XMLHttpRequest, because `fetch` reports no upload progress. */
export async function uploadFile<A extends UploadAddress>(
  address: A,
  { field, file, body }: UploadInput<A>,
  options: UploadOptions,
): Promise<OutputOf<A>> {
  const [method = 'POST', path = ''] = address.split(' ')
  const { token, headers } = buildAuthHeaders(method)
  const form = new FormData()
  for (const [name, value] of Object.entries(body)) form.set(name, String(value))
  // The file last, so that the server has the other fields when it arrives.
  form.set(field, file)
  return (await readAnswer(
    await send(method, `/api${path}`, headers, form, options),
    token,
  )) as OutputOf<A>
}

function send(
  method: string,
  url: string,
  headers: Headers,
  form: FormData,
  { signal, onProgress }: UploadOptions,
) {
  const { promise, resolve, reject } = Promise.withResolvers<Response>()
  const request = new XMLHttpRequest()
  request.open(method, url)
  for (const [name, value] of headers) request.setRequestHeader(name, value)
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
