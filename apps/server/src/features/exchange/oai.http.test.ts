// @module-tag sqlite

import { type Attribute, api, itemTypes, toPublicNumber } from '@vitrine/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { validateXML } from 'xmllint-wasm'
import type { Client } from '../../../test/client.ts'
import { startFlood } from '../../../test/flood.ts'
import { harvest, requestOai } from '../../../test/harvester.ts'
import { addItem } from '../../../test/inventory.ts'
import { createPictureFile } from '../../../test/media-files.ts'
import { startTestServer, type TestServer } from '../../../test/server.ts'
import { days, seconds } from '../../base/clock.ts'

const site = 'https://museum.example.org'
/** Public items of the demo, the id of an artwork in it, and an id that belongs to none. */
const demo = { cars: 48, artworks: 60, artworkId: 101, unknownArtworkId: 199 }

let server: TestServer
let staff: Client
beforeAll(async () => {
  server = await startTestServer({
    PUBLIC_URL: site,
    MAIL_FROM: 'Vitrine <post@museum.example.org>',
  })
  staff = await server.signIn('employee')
})
afterAll(() => server[Symbol.asyncDispose]())

const request = (parameters: string) => requestOai(server, parameters)
const toOaiId = (itemId: number) => `oai:museum.example.org:art/${toPublicNumber('art', itemId)}`
const getRecord = (itemId: number, prefix = 'oai_dc') =>
  request(`verb=GetRecord&metadataPrefix=${prefix}&identifier=${toOaiId(itemId)}`)
/** Advances the clock, because changes within a second have the same datestamp. */
const moveToNextSecond = () => server.clock.advance(seconds(2))

describe('requests of a harvester', () => {
  test('describe the repository', async () => {
    const identify = await request('verb=Identify')
    expect(identify.xml).toContain('<repositoryName>Fondation Vitrine</repositoryName>')
    expect(identify.xml).toContain(
      `<baseURL>${site}/oai</baseURL><protocolVersion>2.0</protocolVersion>`,
    )
    expect(identify.xml).toContain('<adminEmail>post@museum.example.org</adminEmail>')
    expect(identify.xml).toContain('<deletedRecord>persistent</deletedRecord>')
    const earliest = /<earliestDatestamp>([^<]+)</.exec(identify.xml)?.[1] ?? ''
    const { records } = await harvest(server, 'verb=ListIdentifiers&metadataPrefix=oai_dc')
    const [firstDatestamp] = records.map(({ datestamp }) => datestamp).sort()
    expect(firstDatestamp).toBe(earliest)
  })

  test('list the formats and a set for each museum', async () => {
    expect((await request('verb=ListMetadataFormats')).xml).toMatch(
      /oai_dc<\/metadataPrefix>.*lido<\/metadataPrefix>/,
    )
    const sets = await request('verb=ListSets')
    expect(sets.xml).toContain(
      '<set><setSpec>le_manege</setSpec><setName>Le Manège</setName></set>',
    )
    expect(sets.xml).toContain(`<request verb="ListSets">${site}/oai</request>`)
    const cars = await harvest(server, 'verb=ListIdentifiers&metadataPrefix=lido&set=le_manege')
    expect(cars.records.map(({ set }) => set)).toEqual(
      Array.from({ length: demo.cars }, () => 'le_manege'),
    )
  })

  const form = { method: 'POST', headers: { 'content-type': 'application/x-www-form-urlencoded' } }

  test('may be posted as a form of limited length', async () => {
    const parameters = `verb=GetRecord&metadataPrefix=oai_dc&identifier=${encodeURIComponent(toOaiId(demo.artworkId))}`
    const posted = await requestOai(server, parameters, form)
    expect(posted.records).toEqual((await request(parameters)).records)
    expect(posted.xml).toContain(
      `<request verb="GetRecord" metadataPrefix="oai_dc" identifier="${toOaiId(demo.artworkId)}">`,
    )
    const json = { method: 'POST', headers: { 'content-type': 'application/json' } }
    expect((await requestOai(server, '{"verb":"Identify"}', json)).error).toBe('badVerb')
    // The limit is 16 KiB.
    const tooLong = `verb=${'x'.repeat(20_000)}`
    expect((await server.fetch('/oai', { ...form, body: tooLong })).status).toBe(413)
  })

  const list = 'verb=ListRecords&metadataPrefix=oai_dc'
  // A resumption token ends with the date on which its list began, here omitted. The other parts:
  // verb, format, set, from, until, id of the last item, number of listed records, size of the list.
  const tokenWithoutDate = 'ListRecords~oai_dc~~~~50~50~108~'
  test.for([
    ['badVerb', ''],
    ['badVerb', 'verb=Nothing'],
    ['badVerb', 'verb=Identify&verb=Identify'],
    ['badVerb', 'verb=constructor'],
    ['badVerb', 'verb=identify'],
    ['badVerb', 'verb=%ZZ&%00=&=&&'],
    ['badArgument', 'verb=Identify&set=le_manege'],
    ['badArgument', 'verb=ListSets&metadataPrefix=oai_dc'],
    ['badArgument', 'verb=ListMetadataFormats&identifier=a&identifier=b'],
    ['badArgument', 'verb=ListRecords&metadataPrefix='],
    ['badArgument', `${list}&__proto__=x`],
    ['badArgument', 'verb=ListRecords'],
    ['badArgument', 'verb=GetRecord&metadataPrefix=oai_dc'],
    ['badArgument', `${list}&metadataPrefix=oai_dc`],
    ['badArgument', `${list}&resumptionToken=${tokenWithoutDate}2026-05-31T00:00:00Z`],
    [
      'badArgument',
      `verb=ListRecords&resumptionToken=${tokenWithoutDate}2999-01-01T00:00:00Z&set=le_manege`,
    ],
    ['badArgument', `verb=ListRecords&resumptionToken=x&resumptionToken=x`],
    ['badArgument', `${list}&from=yesterday`],
    ['badArgument', `${list}&from=2026`],
    ['badArgument', `${list}&from=2026-05`],
    ['badArgument', `${list}&from=2026-05-31T12:00Z`],
    ['badArgument', `${list}&from=2026-05-31T12:00:00.000Z`],
    ['badArgument', `${list}&from=2026-05-31T12:00:00%2B02:00`],
    ['badArgument', `${list}&from=2026-05-31&from=2026-05-31`],
    ['badArgument', `${list}&from=`],
    ['badArgument', `${list}&from=2026-05-31?`],
    ['badArgument', `${list}&from=2026-02-30`],
    ['badArgument', `${list}&from=2026-05-31T25:00:00Z`],
    ['badArgument', `${list}&from=2026-05-31T12:00:00`],
    ['badArgument', `${list}&from=2026-05-31&until=2026-05-30`],
    ['badArgument', `${list}&from=2026-05-31T12:00:01Z&until=2026-05-31T12:00:00Z`],
    ['badArgument', `${list}&from=2026-05-31&until=2026-06-01T00:00:00Z`],
    ['badArgument', `${list}&set=%00`],
    ['badArgument', 'verb=ListRecords&metadataPrefix=%22'],
    ['noRecordsMatch', `${list}&set=louvre`],
    ['noRecordsMatch', `${list}&until=1999-12-31`],
    ['noRecordsMatch', `${list}&from=2999-01-01`],
    ['cannotDisseminateFormat', 'verb=ListRecords&metadataPrefix=marc21'],
    [
      'cannotDisseminateFormat',
      `verb=GetRecord&metadataPrefix=marc21&identifier=${toOaiId(demo.artworkId)}`,
    ],
    [
      'idDoesNotExist',
      'verb=GetRecord&metadataPrefix=oai_dc&identifier=oai:elsewhere.example:art/1',
    ],
    [
      'idDoesNotExist',
      `verb=GetRecord&metadataPrefix=oai_dc&identifier=${toOaiId(demo.unknownArtworkId)}`,
    ],
    ['idDoesNotExist', 'verb=GetRecord&metadataPrefix=oai_dc&identifier=invalid%22id'],
    [
      'idDoesNotExist',
      `verb=ListMetadataFormats&identifier=${toOaiId(demo.artworkId).replace('art', 'car')}00`,
    ],
    ['badResumptionToken', 'verb=ListSets&resumptionToken=x'],
    ['badResumptionToken', 'verb=ListRecords&resumptionToken=x'],
    ['badResumptionToken', 'verb=ListRecords&resumptionToken='],
    [
      'badResumptionToken',
      'verb=ListRecords&resumptionToken=ListRecords~oai_dc~~~~2147483648~1~1~2999-01-01T00:00:00Z',
    ],
    [
      'badResumptionToken',
      `verb=ListIdentifiers&resumptionToken=${tokenWithoutDate}2999-01-01T00:00:00Z`,
    ],
    [
      'badResumptionToken',
      'verb=ListIdentifiers&resumptionToken=ListIdentifiers~marc~~~~50~50~108~2999-01-01T00:00:00Z',
    ],
    [
      'badResumptionToken',
      'verb=ListRecords&resumptionToken=ListRecords~lido~~~~2147483647~50~108~2999-01-01T00:00:00Z',
    ],
    ['badResumptionToken', 'verb=ListRecords&resumptionToken=ListRecords~oai_dc~~~~50~50~108'],
    [
      'badResumptionToken',
      'verb=ListRecords&resumptionToken=ListRecords~oai_dc~louvre~~~50~50~108~2999-01-01T00:00:00Z',
    ],
    [
      'badResumptionToken',
      'verb=ListRecords&resumptionToken=ListRecords~oai_dc~~~~-1~50~108~2999-01-01T00:00:00Z',
    ],
    [
      'badResumptionToken',
      'verb=ListRecords&resumptionToken=ListRecords~oai_dc~~2026-05-31T00:00:00Z~2026-05-30T00:00:00Z~50~50~108~2026-05-30T00:00:00Z',
    ],
    [
      'badResumptionToken',
      `verb=ListRecords&resumptionToken=${tokenWithoutDate}2020-01-01T00:00:00Z`,
    ],
    [
      'badResumptionToken',
      `verb=ListRecords&resumptionToken=${tokenWithoutDate}2999-99-99T00:00:00Z`,
    ],
  ] as const)('get the error %s for: %s', async ([code, parameters]) => {
    const answer = await request(parameters)
    expect(answer.error).toBe(code)
    expect((await requestOai(server, parameters, form)).error).toBe(code)
    // The answer repeats the arguments of the request only if they are valid.
    const hasInvalidArguments = code === 'badVerb' || code === 'badArgument'
    expect(answer.xml.includes('<request>')).toBe(hasInvalidArguments)
  })
})

describe('changes of an item', () => {
  test('each give its record a new datestamp, from publication to deletion', async () => {
    const { date } = await request('verb=Identify')
    moveToNextSecond()
    const id = await addItem(staff, { name: 'Étude' })
    const datestamps: string[] = []
    const expectOneRecord = async ({ isDeleted }: { isDeleted: boolean }) => {
      moveToNextSecond()
      const list = `verb=ListRecords&metadataPrefix=oai_dc&from=${date}`
      const { records } = await harvest(server, list)
      const [record, ...others] = records.filter(({ identifier }) => identifier === toOaiId(id))
      expect(others).toEqual([])
      expect(record?.isDeleted).toBe(isDeleted)
      datestamps.push(record?.datestamp ?? '')
      expect((await getRecord(id)).xml.includes('<metadata>')).toBe(!isDeleted)
    }
    const setPublic = (isPublic: boolean) =>
      staff.call(api.inventory.setPublic, { body: { itemId: id, public: isPublic } })
    const setArchived = (archived: boolean) =>
      staff.call(api.inventory.setArchived, { body: { itemIds: [id], archived } })

    await expectOneRecord({ isDeleted: false })
    await staff.call(api.inventory.saveTags, {
      body: { itemId: id, tags: { artist: 'Ferdinand Hodler' } },
    })
    await expectOneRecord({ isDeleted: false })
    await setPublic(false)
    await expectOneRecord({ isDeleted: true })
    await setPublic(true)
    await expectOneRecord({ isDeleted: false })
    await setArchived(true)
    await expectOneRecord({ isDeleted: true })
    expect(datestamps).toEqual([...new Set(datestamps)].sort())

    server.clock.advance(days(31))
    const root = await server.signIn('root')
    await root.call(api.inventory.remove, { params: { id } })
    await expectOneRecord({ isDeleted: true })
    staff = await server.signIn('employee')
  })

  test('are not listed if the item was never public', async () => {
    const { date } = await request('verb=Identify')
    moveToNextSecond()
    const id = await addItem(staff)
    await staff.call(api.inventory.setPublic, { body: { itemId: id, public: false } })
    const answer = await request(`verb=ListRecords&metadataPrefix=oai_dc&from=${date}`)
    expect(answer.error).toBe('noRecordsMatch')
    expect((await getRecord(id)).error).toBe('idDoesNotExist')
  })
})

describe('a change of the catalogue', () => {
  let root: Client
  beforeAll(async () => {
    root = await server.signIn('root')
  })

  /** Counts the records with a new datestamp after a change. */
  async function countChangedRecords(change: () => Promise<unknown>): Promise<number> {
    moveToNextSecond()
    const { date } = await request('verb=Identify')
    moveToNextSecond()
    await change()
    moveToNextSecond()
    const list = `verb=ListIdentifiers&metadataPrefix=oai_dc&from=${date}`
    const { records } = await harvest(server, list)
    return records.filter(({ isDeleted }) => !isDeleted).length
  }

  async function findAttribute(key: string) {
    const attributes = await root.call(api.attributes.list, { params: { type: 'art' } })
    return attributes.find(({ tag_key }) => tag_key === key) ?? expect.fail(key)
  }

  const toSettings = ({
    id: _id,
    version: _version,
    retired: _retired,
    order_key: _orderKey,
    tag_key: _tagKey,
    ...settings
  }: Attribute) => settings

  const relabel = (attribute: Attribute) => {
    const { id, version } = attribute
    const settings = { ...toSettings(attribute), labels: { en: 'By' } }
    return root.call(api.attributes.save, { body: { id, version, attribute: settings } })
  }

  test('updates all records if it alters an attribute for visitors', async () => {
    const artist = await findAttribute('artist')
    expect(await countChangedRecords(() => relabel(artist))).toBe(demo.artworks)
  })

  test('updates no record if it alters an internal attribute or the order', async () => {
    const location = await findAttribute('location')
    expect(await countChangedRecords(() => relabel(location))).toBe(0)
    const { id } = await findAttribute('artist')
    const moveToTop = () => root.call(api.attributes.move, { body: { id, after: null } })
    expect(await countChangedRecords(moveToTop)).toBe(0)
  })

  test('updates records for a new attribute only if an item has a value for it', async () => {
    const attribute = toSettings(await findAttribute('artist'))
    const addAttribute = (tag_key: string) =>
      root.call(api.attributes.add, { body: { type: 'art', tag_key, attribute } })
    expect(await countChangedRecords(() => addAttribute('unused'))).toBe(0)

    const value = { item_id: demo.artworkId, tag_key: 'former', value: 'Lithographie' }
    await server.inDatabase((db) => db.insertInto('item_tag').values(value).execute())
    expect(await countChangedRecords(() => addAttribute('former'))).toBe(demo.artworks)
  })
})

describe('a record', () => {
  /** Characters that XML escapes or forbids, and letters outside the Basic Multilingual Plane. */
  const difficultText = 'Lac & <rives> ]]> "bleu" \u0008\u001f 𝔐 日本 עברית \ufffe'

  /** Parses the answer with a schema that accepts any record. */
  async function expectWellFormed(xml: string): Promise<void> {
    const schema = `<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema" targetNamespace="http://www.openarchives.org/OAI/2.0/">
      <xs:element name="OAI-PMH"><xs:complexType><xs:sequence><xs:any processContents="skip" maxOccurs="9"/></xs:sequence>
      </xs:complexType></xs:element></xs:schema>`
    const { errors } = await validateXML({
      xml: [{ fileName: 'answer.xml', contents: xml }],
      schema: [schema],
    })
    expect(errors.map(({ message }) => message)).toEqual([])
  }

  test('has the public content of an item in every language as well-formed XML', async () => {
    const description = `${difficultText}. Une étude du lac, un matin qui est plus clair que les autres.`
    const id = await addItem(staff, {
      identifier: 'LG & 7',
      name: 'Étude en bleu',
      description,
    })
    await staff.call(api.inventory.saveTags, {
      body: {
        itemId: id,
        tags: {
          artist: 'Ferdinand <Hodler>',
          year: 'um 1905',
          dimensions: '61,5 × 46 cm',
          technique: 'Öl auf Leinwand',
          collection: 'Legat E. Kohler',
          provenance: 'Genève, vente Bovy',
        },
      },
    })
    const fields = { name: { text: 'Study in blue', was: '', source: 'Étude en bleu' } }
    await staff.call(api.inventory.saveTexts, {
      body: { itemId: id, lang: 'en', state: 'checked', fields },
    })
    await staff.call(api.media.uploadImage, {
      body: { itemId: id },
      file: await createPictureFile(),
    })
    const { picture } = await staff.call(api.inventory.details, { params: { id } })

    const number = toPublicNumber('art', id)
    const { xml: dc } = await getRecord(id)
    expect(dc).toContain(
      '<dc:title xml:lang="fr">Étude en bleu</dc:title><dc:title xml:lang="en">Study in blue</dc:title>',
    )
    expect(dc).toContain('<dc:creator>Ferdinand &lt;Hodler&gt;</dc:creator>')
    expect(dc).toContain('Lac &amp; &lt;rives&gt; ]]&gt; &quot;bleu&quot;')
    expect(dc).toContain('𝔐 日本 עברית')
    expect(dc).toContain(
      `<dc:identifier>LG &amp; 7</dc:identifier><dc:identifier>${site}/art/${number}</dc:identifier>`,
    )
    expect(dc).toContain(`<dc:relation>${site}/api/image/${id}?v=${picture?.name}</dc:relation>`)
    expect(dc).toContain('<dc:rights>http://creativecommons.org/publicdomain/zero/1.0/</dc:rights>')
    expect(dc).toContain('<dc:rights>http://creativecommons.org/licenses/by/4.0/</dc:rights>')

    const { xml: lido } = await getRecord(id, 'lido')
    const readValues = (name: string) =>
      Array.from(
        lido.matchAll(new RegExp(`<lido:${name}(?: [^>]*)?>([^<]*)</`, 'g')),
        ([, value]) => value,
      )
    expect(readValues('workID')).toEqual(['LG &amp; 7'])
    expect(readValues('measurementValue')).toEqual(['61.5', '46'])
    expect(readValues('displayDate')).toEqual(['um 1905'])
    expect(readValues('earliestDate')).toEqual(['1905'])
    expect(readValues('latestDate')).toEqual(['1905'])
    expect(readValues('displayMaterialsTech')).toContain('Öl auf Leinwand')
    expect(readValues('creditLine')).toContain('Fondation Vitrine, La Grange, Legat E. Kohler')
    const [pictureAddress] = readValues('linkResource')
    expect(pictureAddress).toBe(`${site}/iiif/3/${picture?.name}/full/max/0/default.jpg`)
    for (const [, type, address = ''] of lido.matchAll(
      /<lido:linkResource [^>]*"([^"]*)">([^<]*)</g,
    )) {
      const { status, headers } = await server.fetch(address.replace(site, ''))
      expect(status).toBe(200)
      expect(headers.get('content-type')).toBe(type)
    }
    for (const xml of [dc, lido]) {
      expect(xml).not.toContain('vente Bovy')
      await expectWellFormed(xml)
    }
    const file = await server.fetch(`/exchange/lido/art/${number}`)
    expect(file.status).toBe(200)
    expect(file.headers.get('content-type')).toBe('application/xml; charset=utf-8')
    expect(await file.text()).toContain('<lido:lidoWrap ')
  })

  test('exists for every public item', async () => {
    for (const prefix of ['oai_dc', 'lido']) {
      const { records } = await harvest(
        server,
        `verb=ListRecords&metadataPrefix=${prefix}&until=2999-01-01`,
      )
      expect(records.filter(({ isDeleted }) => !isDeleted).length).toBeGreaterThanOrEqual(
        demo.cars + demo.artworks,
      )
    }
  })
})

test('publishes and links no records while the collection is not open', async () => {
  await using closed = await startTestServer({ OPEN_COLLECTION: 'off' })
  for (const path of [
    '/oai?verb=Identify',
    ...itemTypes.map((type) => `/exchange/lido/${type}/1`),
  ]) {
    expect((await closed.fetch(path)).status).toBe(404)
  }
  expect(await (await closed.fetch('/car/1')).text()).not.toContain('/exchange/')
})

test('serves harvesters in turn, however many requests one of them makes', async () => {
  await using open = await startTestServer({ TRUST_PROXY: 'loopback' })
  const path = '/oai?verb=ListRecords&metadataPrefix=lido'
  const greedyHarvester = open.from('192.0.2.1')
  await using flood = startFlood(
    Array.from({ length: 100 }, () => ({ client: greedyHarvester, path })),
  )
  await expect.poll(flood.answered, { timeout: seconds(30) }).toBeGreaterThan(0)
  const answeredBefore = flood.answered()
  const answer = await open.from('192.0.2.2').fetch(path)
  expect(await answer.text()).toContain('<ListRecords>')
  // Most of the hundred requests still wait.
  expect(flood.answered() - answeredBefore).toBeLessThan(20)
})
