import { afterEach, expect, test, vi } from 'vitest'
import { fetchMergedPdf, type MergingProgress } from './merged-pdf-dialog.tsx'

async function fetchFrom(progress: Response) {
  const requestedUrls: string[] = []
  vi.stubGlobal('fetch', async (url: string) => {
    requestedUrls.push(url)
    return requestedUrls.length === 1 ? progress : new Response('%PDF-')
  })
  const reported: MergingProgress[] = []
  const outcome = await fetchMergedPdf(
    { type: 'car' },
    {
      signal: new AbortController().signal,
      onProgress: (step) => reported.push(step),
    },
  ).then(
    async ({ file, oneLanguage }) => `${await file.text()} ${oneLanguage}`,
    (error: unknown) => error,
  )
  return { requestedUrls, reported, outcome }
}

const streamed = (...events: [string, object][]) =>
  new Response(
    events.map(([event, data]) => `event: ${event}\ndata: ${JSON.stringify(data)}\n\n`).join(''),
    {
      headers: { 'content-type': 'text/event-stream; charset=utf-8' },
    },
  )

afterEach(() => vi.unstubAllGlobals())

const step = { stage: 'setting', done: 3, total: 48 }

test('fetchMergedPdf reports every step and downloads the finished PDF', async () => {
  expect(
    await fetchFrom(streamed(['progress', step], ['ready', { pages: 48, oneLanguage: 2 }])),
  ).toEqual({
    requestedUrls: ['/api/pdf-car/merged/progress', '/api/pdf-car/merged'],
    reported: [step, 'downloading'],
    outcome: '%PDF- 2',
  })
  expect(await fetchFrom(Response.json({ pages: 48, oneLanguage: 2 }))).toMatchObject({
    reported: ['downloading'],
    outcome: '%PDF- 2',
  })
})

test('fetchMergedPdf downloads nothing after a failure', async () => {
  const failed = await fetchFrom(
    streamed(['progress', step], ['error', { statusCode: 500, message: 'No.' }]),
  )
  expect(failed).toMatchObject({
    requestedUrls: { length: 1 },
    outcome: { status: 500, message: 'No.' },
  })
  expect(await fetchFrom(streamed(['progress', step]))).toMatchObject({
    requestedUrls: { length: 1 },
    outcome: { status: 0 },
  })
  const busy = Response.json({ statusCode: 503, message: 'Later.' }, { status: 503 })
  expect(await fetchFrom(busy)).toMatchObject({
    requestedUrls: { length: 1 },
    outcome: { status: 503, message: 'Later.' },
  })
})
