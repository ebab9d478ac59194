import type { Client } from './client.ts'

export interface HarvestedRecord {
  readonly identifier: string
  readonly datestamp: string
  readonly set: string
  readonly isDeleted: boolean
}

/** The parts of an OAI-PMH answer that a harvester reads. */
export interface OaiAnswer {
  readonly xml: string
  readonly date: string
  readonly error: string | undefined
  readonly records: readonly HarvestedRecord[]
  readonly token: string | undefined
}

type Repository = Pick<Client, 'fetch'>

const headerPattern =
  /<header( status="deleted")?><identifier>([^<]*)<\/identifier><datestamp>([^<]*)<\/datestamp><setSpec>([^<]*)</g

/** Sends one OAI-PMH request, by GET unless `init` is given. */
export async function requestOai(
  repository: Repository,
  parameters: string,
  init?: RequestInit,
): Promise<OaiAnswer> {
  const answer = await (init
    ? repository.fetch('/oai', { ...init, body: parameters })
    : repository.fetch(`/oai?${parameters}`))
  const xml = await answer.text()
  if (answer.status !== 200) throw new Error(`${answer.status}: ${xml}`)
  return {
    xml,
    date: /<responseDate>([^<]*)</.exec(xml)?.[1] ?? '',
    error: /<error code="(\w+)"/.exec(xml)?.[1],
    records: Array.from(
      xml.matchAll(headerPattern),
      ([, deleted, identifier = '', datestamp = '', set = '']) => ({
        identifier,
        datestamp,
        set,
        isDeleted: deleted !== undefined,
      }),
    ),
    token: /<resumptionToken[^>]*>([^<]+)</.exec(xml)?.[1],
  }
}

/** Fetches all pages of a list, following resumption tokens. */
export async function harvest(
  repository: Repository,
  parameters: string,
  afterPage: (page: number) => Promise<unknown> = async () => {},
): Promise<{ date: string; records: HarvestedRecord[] }> {
  const verb = new URLSearchParams(parameters).get('verb') ?? ''
  const records: HarvestedRecord[] = []
  let answer = await requestOai(repository, parameters)
  const { date } = answer
  for (let page = 1; ; page++) {
    if (answer.error && answer.error !== 'noRecordsMatch') throw new Error(answer.xml)
    records.push(...answer.records)
    await afterPage(page)
    if (!answer.token) return { date, records }
    answer = await requestOai(
      repository,
      `verb=${verb}&resumptionToken=${encodeURIComponent(answer.token)}`,
    )
  }
}
