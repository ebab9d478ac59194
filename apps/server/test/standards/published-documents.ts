import { inventoryTypes, itemTypes } from '@vitrine/contract'
import type { Client } from '../client.ts'
import type { DocumentKind, PublishedDocument } from './validate.ts'

/** Fetches everything that the server publishes for other programs, and the loan files of staff. */
export async function fetchPublishedDocuments(
  server: Client,
  staff: Client,
): Promise<PublishedDocument[]> {
  const documents: PublishedDocument[] = []
  const fetchDocument = async (
    kind: DocumentKind,
    path: string,
    from = server,
    status = 200,
  ): Promise<string> => {
    const response = await from.fetch(path)
    const body = await response.text()
    if (response.status !== status)
      throw new Error(`${path} answered ${response.status}: ${body.slice(0, 200)}`)
    documents.push({ name: path, kind, body })
    return body
  }

  for (const path of await listPublicPaths(server)) {
    const object = await fetchDocument('linked-art', `/exchange/linked-art${path}`)
    await fetchDocument('lido', `/exchange/lido${path}`)
    // An item without pictures has no manifest.
    if (object.includes('/iiif/manifest/'))
      await checkServices(server, await fetchDocument('iiif', `/iiif/manifest${path}`))
  }
  for (const type of itemTypes)
    await fetchDocument('iiif', `/iiif/collection${inventoryTypes[type].start}`)
  for (const id of await listItemIds(staff))
    await fetchDocument('lido', `/api/inventory/loan/${id}/eodem`, staff)
  for (const query of singleQueries) await fetchDocument('oai', `/oai?${query}`)
  for (const prefix of ['oai_dc', 'lido']) {
    const [, identifier = ''] =
      /<identifier>(.*?)<\/identifier>/.exec(await harvest(fetchDocument, 'ListRecords', prefix)) ??
      []
    await fetchDocument(
      'oai',
      `/oai?verb=GetRecord&metadataPrefix=${prefix}&identifier=${encodeURIComponent(identifier)}`,
    )
    await harvest(fetchDocument, 'ListIdentifiers', prefix)
  }
  return documents
}

/** Requests with a single answer, among them one for each error. */
const singleQueries = [
  'verb=Identify',
  'verb=ListSets',
  'verb=ListMetadataFormats',
  'verb=ListMetadataFormats&identifier=nobody',
  'verb=Nonsense',
  'verb=Identify&verb=Identify',
  'verb=ListRecords',
  'verb=ListRecords&metadataPrefix=oai_dc&from=yesterday',
  'verb=ListRecords&metadataPrefix=oai_dc&until=1990-01-01',
  'verb=ListRecords&metadataPrefix=marc21',
  'verb=ListRecords&resumptionToken=%3C%22%3E',
  'verb=GetRecord&metadataPrefix=oai_dc&identifier=oai%3A%20%3C%22%3E',
  'verb=ListIdentifiers&metadataPrefix=oai_dc&set=%22%3C',
]

type FetchDocument = (kind: DocumentKind, path: string) => Promise<string>

/** Fetches all pages of a list, following resumption tokens; returns the first. */
async function harvest(
  fetchDocument: FetchDocument,
  verb: string,
  prefix: string,
): Promise<string> {
  const first = await fetchDocument('oai', `/oai?verb=${verb}&metadataPrefix=${prefix}`)
  let page = first
  for (;;) {
    const [, token] = /<resumptionToken[^>]*>(.+?)<\/resumptionToken>/.exec(page) ?? []
    if (!token) return first
    page = await fetchDocument(
      'oai',
      `/oai?verb=${verb}&resumptionToken=${encodeURIComponent(token.replaceAll('&amp;', '&'))}`,
    )
  }
}

/** Throws unless the image services of a manifest answer under their own id. */
async function checkServices(server: Client, manifest: string): Promise<void> {
  const services = new Set(manifest.match(/"[^"]*\/iiif\/3\/[0-9a-f]{16}"/g))
  for (const quoted of services) {
    const { pathname } = new URL(JSON.parse(quoted))
    const info = (await (await server.fetch(`${pathname}/info.json`)).json()) as { id?: string }
    if (`"${info.id}"` !== quoted) throw new Error(`${pathname}/info.json calls itself ${info.id}`)
  }
}

/** Lists the paths of the items' pages in the site map, such as `/car/7`. */
async function listPublicPaths(server: Client): Promise<string[]> {
  const map = await (await server.fetch('/sitemap.xml')).text()
  const paths = [...map.matchAll(/<loc>(.*?)<\/loc>/g)].map(
    ([, address = '']) => new URL(address).pathname,
  )
  return paths.filter((path) => itemTypes.some((type) => path.startsWith(`/${type}/`)))
}

async function listItemIds(staff: Client): Promise<number[]> {
  const lists = itemTypes.map(async (type) => {
    const response = await staff.fetch(`/api/inventory/${inventoryTypes[type].collection}`)
    return ((await response.json()) as { id: number }[]).map(({ id }) => id)
  })
  return (await Promise.all(lists)).flat()
}
