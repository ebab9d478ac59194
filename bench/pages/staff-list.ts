import type { Browser } from '@playwright/test'
import { api, signInStorageKey } from '@vitrine/contract'
import { Client } from '../../apps/server/test/client.ts'
import { computeMedian, type Row } from '../report.ts'
import { visitSlowly } from './slow-visit.ts'

const path = '/inventory/art'
const device = { viewport: { width: 1280, height: 800 } }
const targets = { ms: 3_000, kilobytes: 220 }

/** Measures the first visit of a signed-in browser to a list, until its rows appear. */
export async function measureList(
  browser: Browser,
  { url, bareUrl, rounds }: { url: string; bareUrl: string; rounds: number },
): Promise<Row[]> {
  const info = await new Client(url).call(api.auth.signIn, {
    body: { email: 'employee@example.org', password: 'vitrine-demo' },
  })
  const visit = (origin: string) =>
    visitSlowly(
      browser,
      { device, storage: { [signInStorageKey]: JSON.stringify(info) } },
      async (page, devtools) => {
        const loadedBytes: number[] = []
        devtools.on('Network.loadingFinished', ({ encodedDataLength }) =>
          loadedBytes.push(encodedDataLength),
        )
        await page.goto(origin + path, { waitUntil: 'commit' })
        await page.getByRole('row').nth(3).waitFor()
        return {
          ms: await page.evaluate(() => performance.now()),
          kilobytes: loadedBytes.reduce((sum, bytes) => sum + bytes, 0) / 1024,
          requests: loadedBytes.length,
        }
      },
    )

  const visits: Awaited<ReturnType<typeof visit>>[] = []
  const bareVisits: Awaited<ReturnType<typeof visit>>[] = []
  // Fills the cache of the bare server.
  await visit(bareUrl)
  for (let round = 0; round < rounds; round++) {
    visits.push(await visit(url))
    bareVisits.push(await visit(bareUrl))
  }
  const computeColumnMedian = (measured: typeof visits, figure: 'ms' | 'kilobytes' | 'requests') =>
    computeMedian(measured.map((visited) => visited[figure]))
  return [
    {
      what: 'list, until its rows are there',
      figure: computeColumnMedian(visits, 'ms'),
      unit: 'ms',
      floor: computeColumnMedian(bareVisits, 'ms'),
      target: { atMost: targets.ms },
      beside: {
        requests: computeColumnMedian(visits, 'requests'),
        'fastest ms': Math.min(...visits.map(({ ms }) => ms)),
      },
    },
    {
      what: 'list, everything that was loaded by then',
      figure: computeColumnMedian(visits, 'kilobytes'),
      unit: 'KB',
      target: { atMost: targets.kilobytes },
    },
  ]
}
