import type { Browser } from '@playwright/test'
import { api, signInStorageKey } from '@vitrine/contract'
import { Client } from '../../apps/server/test/client.ts'
import { median, type Row } from '../report.ts'
import { visitSlowly } from './slow-visit.ts'

const path = '/inventory/art'
const device = { viewport: { width: 1280, height: 800 } }
const targets = { ms: 3_000, kilobytes: 220 }

/** The first visit of a signed-in browser to a list, until its rows are there. */
export async function measureList(
  browser: Browser,
  url: string,
  bareUrl: string,
  rounds: number,
): Promise<Row[]> {
  const info = await new Client(url).call(api.auth.signIn, {
    body: { email: 'employee@example.org', password: 'vitrine-demo' },
  })
  const visit = (origin: string) =>
    visitSlowly(
      browser,
      { device, stored: { [signInStorageKey]: JSON.stringify(info) } },
      async (page, devtools) => {
        const loaded: number[] = []
        devtools.on('Network.loadingFinished', ({ encodedDataLength }) =>
          loaded.push(encodedDataLength),
        )
        await page.goto(origin + path, { waitUntil: 'commit' })
        await page.getByRole('row').nth(3).waitFor()
        return {
          ms: await page.evaluate(() => performance.now()),
          kilobytes: loaded.reduce((sum, bytes) => sum + bytes, 0) / 1024,
          requests: loaded.length,
        }
      },
    )

  const [visits, bareVisits]: [
    Awaited<ReturnType<typeof visit>>[],
    Awaited<ReturnType<typeof visit>>[],
  ] = [[], []]
  // The bare server caches the files of a visit.
  await visit(bareUrl)
  for (let round = 0; round < rounds; round++) {
    visits.push(await visit(url))
    bareVisits.push(await visit(bareUrl))
  }
  const middle = (of: typeof visits, what: 'ms' | 'kilobytes' | 'requests') =>
    median(of.map((one) => one[what]))
  return [
    {
      what: 'list, until its rows are there',
      figure: middle(visits, 'ms'),
      unit: 'ms',
      floor: middle(bareVisits, 'ms'),
      target: { atMost: targets.ms },
      beside: {
        requests: middle(visits, 'requests'),
        'fastest ms': Math.min(...visits.map(({ ms }) => ms)),
      },
    },
    {
      what: 'list, everything that was loaded by then',
      figure: middle(visits, 'kilobytes'),
      unit: 'KB',
      target: { atMost: targets.kilobytes },
    },
  ]
}
