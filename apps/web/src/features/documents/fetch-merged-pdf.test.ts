import { afterEach, expect, test, vi } from 'vitest'
import { fetchMergedPdf, type MergingProgress } from './merged-pdf-dialog.tsx'

/** Fetches a PDF if the server answers the request for progress with `progressResponse`. */
async function fetchPdf(progressResponse: Response) {
  const requestedUrls: string[] = []
  vi.stubGlobal('fetch', async (url: string) => {
    requestedUrls.push(url)
    return requestedUrls.length === 1 ? progressResponse : new Response('%PDF-')
  })

  const reported: MergingProgress[] = []
  const { signal } = new AbortController()
  const onProgress = (progress: MergingProgress) => reported.push(progress)
  const outcome = await fetchMergedPdf({ type: 'car' }, { signal, onProgress }).then(
    async ({ file, oneLanguagePages }) => `${await file.text()} ${oneLanguagePages}`,
    (error: unknown) => error,
  )
  return { requestedUrls, reported, outcome }
}

const respondWithEvents = (...events: [string, object][]) =>
  new Response(
    events.map(([event, data]) => `event: ${event}\ndata: ${JSON.stringify(data)}\n\n`).join(''),
    { headers: { 'content-type': 'text/event-stream; charset=utf-8' } },
  )

afterEach(() => vi.unstubAllGlobals())

const step = { stage: 'setting', done: 3, total: 48 }

test('fetchMergedPdf reports every step and downloads the finished PDF', async () => {
  const ready = { pages: 48, oneLanguage: 2 }
  expect(await fetchPdf(respondWithEvents(['progress', step], ['ready', ready]))).toEqual({
    requestedUrls: ['/api/pdf-car/merged/progress', '/api/pdf-car/merged'],
    reported: [step, 'downloading'],
    outcome: '%PDF- 2',
  })
})

test('fetchMergedPdf downloads a PDF from the cache at once', async () => {
  expect(await fetchPdf(Response.json({ pages: 48, oneLanguage: 2 }))).toMatchObject({
    reported: ['downloading'],
    outcome: '%PDF- 2',
  })
})

const busy = { statusCode: 503, message: 'Later.' }

test.each([
  {
    failure: 'an error during the work',
    response: respondWithEvents(['progress', step], ['error', { statusCode: 500, message: 'No.' }]),
    outcome: { status: 500, message: 'No.' },
  },
  {
    failure: 'the end of the stream before the PDF is ready',
    response: respondWithEvents(['progress', step]),
    outcome: { status: 0 },
  },
  {
    failure: 'a busy server',
    response: Response.json(busy, { status: 503 }),
    outcome: { status: 503, message: 'Later.' },
  },
])('fetchMergedPdf downloads nothing after $failure', async ({ response, outcome }) => {
  expect(await fetchPdf(response)).toMatchObject({ requestedUrls: { length: 1 }, outcome })
})
