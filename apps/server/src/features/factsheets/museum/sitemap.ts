import { type ItemType, inventoryTypes, itemTypes, labelLanguages, withLang } from '@vitrine/contract'
import type { Context } from '../../../context.ts'
import { yieldingChunks } from '../../../db/chunks.ts'
import { type Finished, finishText, promiseCache } from '../../../http/finished.ts'
import { addressOf } from '../addresses.ts'
import { visitorsOf } from '../service.ts'
import { publicLists } from './public-lists.ts'

/** Far below the 50,000 addresses and 50 MB that a file may have: each comes with its nine languages. */
const perFile = 5_000
const maxCached = 8

/** The public addresses, for search engines. */
export const siteMaps = ({ publicUrl, get }: Context) => {
  const [visitors, lists] = [get(visitorsOf), get(publicLists)]
  const cached = promiseCache<Finished>(maxCached)

  /** Of each museum its start page and its items. */
  async function addresses(): Promise<string[]> {
    const site = publicUrl()
    const ofType = async (type: ItemType) => [
      `${site}${inventoryTypes[type].start}`,
      ...(await lists.ids(type)).map((id) => addressOf(site, type, id)),
    ]
    return (await Promise.all(itemTypes.map(ofType))).flat()
  }

  return {
    /** The whole, or the index of its files where it is too long for one; with a number, that file. */
    async file(number: number | null): Promise<Finished | null> {
      const all = await addresses()
      const files = Math.max(1, Math.ceil(all.length / perFile))
      if (number !== null && (number < 1 || number > files || files === 1)) return null
      const revisions = await Promise.all(itemTypes.map((type) => visitors.entriesRevision(type)))
      return cached([publicUrl(), number, ...revisions].join(' '), async () => {
        const first = ((number ?? 1) - 1) * perFile
        const xml =
          number === null && files > 1 ? indexOf(publicUrl(), files) : await mapOf(all.slice(first, first + perFile))
        return finishText('application/xml; charset=utf-8', xml)
      })
    },
  }
}

export type SiteMaps = ReturnType<typeof siteMaps>

const head = '<?xml version="1.0" encoding="UTF-8"?>\n'
const space = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"'

function indexOf(site: string, files: number): string {
  const parts = Array.from(
    { length: files },
    (_, index) => `<sitemap><loc>${site}/sitemap-${index + 1}.xml</loc></sitemap>`,
  )
  return `${head}<sitemapindex ${space}>\n${parts.join('\n')}\n</sitemapindex>\n`
}

async function mapOf(addresses: readonly string[]): Promise<string> {
  const parts: string[] = []
  for await (const some of yieldingChunks(addresses, 500)) parts.push(...some.map(entryOf))
  return `${head}<urlset ${space} xmlns:xhtml="http://www.w3.org/1999/xhtml">\n${parts.join('\n')}\n</urlset>\n`
}

// Addresses consist of the configured site and numbers: nothing in them needs escaping.
function entryOf(address: string): string {
  const link = (lang: string, href: string) => `<xhtml:link rel="alternate" hreflang="${lang}" href="${href}"/>`
  const languages = labelLanguages.map((lang) => link(lang, withLang(address, { lang, pinned: true })))
  return `<url><loc>${address}</loc>${link('x-default', address)}${languages.join('')}</url>`
}
