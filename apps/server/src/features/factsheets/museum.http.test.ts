// @module-tag sqlite

import { api, labelLanguages, toPublicNumber } from '@vitrine/contract'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Client } from '../../../test/client.ts'
import { addItem, removeAllItems } from '../../../test/inventory.ts'
import { createPictureFile } from '../../../test/media-files.ts'
import { startTestServer, type TestServer } from '../../../test/server.ts'

let server: TestServer
let staff: Client

beforeAll(async () => {
  server = await startTestServer({ PUBLIC_URL: 'https://museum.example.org' })
  staff = await server.signIn('employee')
})
beforeEach(() => removeAllItems(server))
afterAll(() => server[Symbol.asyncDispose]())

async function fetchPage(path: string, headers: Record<string, string> = {}) {
  const response = await server.fetch(path, { headers, redirect: 'manual' })
  return {
    status: response.status,
    /** Where the answer redirects to. */
    location: response.headers.get('location'),
    headers: response.headers,
    html: await response.text(),
  }
}

const search = (start: '/grange' | '/manege', typed: string | number) =>
  fetchPage(`${start}?lang=en&number=${encodeURIComponent(typed)}`)
const listNamesFound = (html: string) => {
  const [, found = ''] = /<h2>Found<\/h2>(.*?)<\/section>/.exec(html) ?? []
  return Array.from(found.matchAll(/<span[^>]*>(.*?)<\/span>/g), ([, name]) => name)
}

const addCar = (name: string) => addItem(staff, { type_id: 1, name })
const uploadPicture = async (itemId: number) =>
  staff.call(api.media.uploadImage, { body: { itemId }, file: await createPictureFile() })
const withdraw = (itemId: number) =>
  staff.call(api.inventory.setPublic, { body: { itemId, public: false } })
const setArtist = (itemId: number, name: string) =>
  staff.call(api.inventory.saveTags, { body: { itemId, tags: { artist: name } } })
const listHrefs = (html: string) =>
  Array.from(html.matchAll(/<a href="([^"]+)"/g), ([, href]) => href)
const findLink = (html: string, rel: string) =>
  new RegExp(`<a href="([^"]*)" rel="${rel}"`).exec(html)?.[1]
const artworkPath = (id: number) => `/art/${toPublicNumber('art', id)}`

describe('a start page', () => {
  test('lists public items of its museum by identifier, with names, pictures and links', async () => {
    const second = await addItem(staff, { identifier: 'B-10', name: 'Zehn' })
    const first = await addItem(staff, { identifier: 'B-9', name: 'Neun <b>' })
    const hidden = await addItem(staff, { identifier: 'B-1', name: 'Versteckt' })
    await withdraw(hidden)
    await addCar('Ein Auto')
    await uploadPicture(first)

    const { html } = await fetchPage('/grange')
    expect(listHrefs(html).filter((href) => href?.startsWith('/art/'))).toEqual([
      artworkPath(first),
      artworkPath(second),
    ])
    expect(html).toMatch(new RegExp(`<img src="/api/image/thumbnail/${first}\\?v=\\w{16}" alt=""`))
    expect(html).toContain('Neun &lt;b&gt;')
    expect(html).not.toMatch(/Versteckt|Ein Auto/)

    await withdraw(first)
    expect((await fetchPage('/grange')).html).not.toContain('Neun')
    await staff.call(api.inventory.setPublic, { body: { itemId: hidden, public: true } })
    expect((await fetchPage('/grange')).html).toContain('Versteckt')
  })

  test('is in the language of the browser, without a cookie', async () => {
    const { status, html, headers } = await fetchPage('/grange', { 'accept-language': 'de-CH' })
    expect(status).toBe(200)
    expect(html).toContain('Nummer auf dem Schild')
    expect(html).toContain('<link rel="canonical" href="https://museum.example.org/grange"/>')
    expect(headers.get('content-language')).toBe('de')
    expect(headers.get('set-cookie')).toBeNull()
    expect(headers.get('content-security-policy')).toContain("form-action 'self'")
  })

  test('shows checked names in the visitor’s language, also of neighbours', async () => {
    const id = await addItem(staff, { identifier: 'X-1', name: 'Der Niesen' })
    const other = await addItem(staff, { identifier: 'X-2', name: 'Lac' })
    const translate = (lang: 'en' | 'fr', text: string, state: 'draft' | 'checked') => {
      const fields = { name: { text, was: '', source: 'Der Niesen' } }
      return staff.call(api.inventory.saveTexts, { body: { itemId: id, lang, state, fields } })
    }
    await translate('fr', 'Le Niesen', 'checked')
    await translate('en', 'Niesen Mountain', 'draft')
    for (const path of ['/grange', artworkPath(other)]) {
      expect((await fetchPage(`${path}?lang=fr`)).html).toContain('<span>Le Niesen</span>')
      for (const lang of ['de', 'en', 'ja']) {
        expect((await fetchPage(`${path}?lang=${lang}`)).html).toContain(
          '<span lang="" dir="auto">Der Niesen</span>',
        )
      }
    }
  })

  test('sets names, values and opening hours on a French page by French rules', async () => {
    const id = await addCar('Type C « Trèfle »: 5 HP')
    const shownName = {
      fr: 'Type C «\u202fTrèfle\u202f»\u202f: 5 HP',
      de: 'Type C «\u00a0Trèfle\u00a0»: 5 HP',
    }
    for (const lang of ['fr', 'de'] as const) {
      expect((await fetchPage(`/manege?lang=${lang}`)).html).toContain(`>${shownName[lang]}</span>`)
      expect((await fetchPage(`/car/${id}?lang=${lang}`)).html).toMatch(
        new RegExp(`<h1[^>]*>${shownName[lang]}</h1>`),
      )
    }
    expect((await fetchPage('/manege?lang=fr')).html).toContain(
      'le 25\u00a0décembre et le 1er\u00a0janvier',
    )
  })

  test('says that nothing is on show if it is empty', async () => {
    expect((await fetchPage('/manege?lang=fr')).html).toContain('Rien n’est exposé actuellement.')
  })

  test('is linked from the head of every page, in the requested language', async () => {
    const id = await addItem(staff)
    for (const path of [artworkPath(id), '/art/99999', '/grange']) {
      expect((await fetchPage(path)).html).toContain('<a class="museum" href="/grange">')
      expect((await fetchPage(`${path}?lang=ja`)).html).toContain(
        '<a class="museum" href="/grange?lang=ja">',
      )
    }
  })

  test('has sixty items on a page, and answers 404 after the last one', async () => {
    const itemsPerPage = 60
    for (let number = 1; number <= itemsPerPage + 1; number++)
      await addItem(staff, { identifier: `P-${number}`, name: `Bild ${number}.` })
    const [first, second] = [
      await fetchPage('/grange?lang=en'),
      await fetchPage('/grange?lang=en&page=2'),
    ]
    expect(first.html).toContain('Bild 60.')
    expect(first.html).not.toContain('Bild 61.')
    expect(first.html).toContain('Page 1 of 2')
    expect(findLink(first.html, 'next')).toBe('/grange?page=2&amp;lang=en')
    expect(second.html).toContain('Bild 61.')
    expect(findLink(second.html, 'prev')).toBe('/grange?lang=en')
    expect(listHrefs(second.html)).toContain('?page=2&amp;lang=fr')
    expect((await fetchPage('/grange?page=3')).status).toBe(404)
    for (const invalid of ['0', '-1', 'x', '', '1e9', '99999999999'])
      expect((await fetchPage(`/grange?page=${invalid}`)).html).toContain('Bild 1.')
  })

  test('names the next three events in the visitor’s language', async () => {
    const { html } = await fetchPage('/grange?lang=de')
    expect(html).toContain('Demnächst')
    expect(html).toContain('<a href="/save-the-date?lang=de">Alle Anlässe</a>')
    const [events = ''] = /<section class="events">.*?<\/section>/s.exec(html) ?? []
    expect(events.match(/<li>/g)).toHaveLength(3)
  })
})

describe('the number on a label', () => {
  test('opens the item by its number, id or identifier, in the requested language', async () => {
    const id = await addItem(staff, { identifier: 'LG-007' })
    for (const typed of [toPublicNumber('art', id), id, 'lg-007', ' LG-007 ']) {
      const path = `/grange?lang=fr&number=${encodeURIComponent(typed)}`
      const { status, location } = await fetchPage(path)
      expect([status, location]).toEqual([302, `${artworkPath(id)}?lang=fr`])
    }
    expect((await fetchPage(`/grange?number=${id}`)).location).toBe(artworkPath(id))
  })

  test('is understood in any spelling, unless it is ambiguous', async () => {
    const id = await addItem(staff, { identifier: 'LG-003' })
    await addItem(staff, { identifier: 'LG-013' })
    const number = String(toPublicNumber('art', id))
    /** Writes the number in the digits of another script. */
    const inDigits = (zero: string) =>
      number.replaceAll(/\d/g, (digit) => String.fromCodePoint(zero.charCodeAt(0) + Number(digit)))
    const [fullWidthZero, arabicZero, persianZero] = ['０', '٠', '۰']
    const spellings = [
      `0${number}`,
      number.split('').join(' '),
      inDigits(fullWidthZero),
      inDigits(arabicZero),
      inDigits(persianZero),
    ]
    for (const typed of [...spellings, 'lg3', 'LG 3', 'lg 003', 'ＬＧ－３', 'LG٣']) {
      const { location } = await search('/grange', typed)
      expect([typed, location]).toEqual([typed, `${artworkPath(id)}?lang=en`])
    }
    const similarId = await addItem(staff, { identifier: 'LG 03' })
    expect((await search('/grange', 'lg3')).status).toBe(404)
    expect((await search('/grange', 'LG 03')).location).toBe(`${artworkPath(similarId)}?lang=en`)
  })

  test('is answered with a message if no item has it, and stays in the field', async () => {
    const id = await addItem(staff)
    await withdraw(id)
    for (const typed of [id, 99_999, 'abc', '"><script>', '%00', '9'.repeat(400), '$&']) {
      const { status, html } = await search('/grange', typed)
      expect(status).toBe(404)
      expect(html).toContain('Nothing on show matches ')
      expect(html).toContain('aria-invalid="true"')
      expect(html).toContain('noindex')
      expect(html).not.toContain('<script>')
    }
    const { html } = await fetchPage('/grange?number=4%261&lang=en')
    expect(html).toContain('value="4&amp;1"')
    expect(html).toContain('<a href="?number=4%261&amp;lang=fr" lang="fr">')
    expect((await fetchPage('/grange?number=')).status).toBe(200)
  })
})

describe('a text typed into the field', () => {
  test('finds items by name, artist and year, and opens a single match', async () => {
    const redId = await addItem(staff, { name: 'Étude rouge' })
    const greenId = await addItem(staff, { name: 'Étude verte' })
    const artist = 'Mélisande Quervain'
    for (const [itemId, year] of [
      [redId, '1411'],
      [greenId, '1412'],
    ] as const)
      await staff.call(api.inventory.saveTags, { body: { itemId, tags: { artist, year } } })

    for (const typed of ['etude quervain', 'QUERVAIN', 'melis étu']) {
      const { status, html } = await search('/grange', typed)
      expect([typed, status, listNamesFound(html).toSorted()]).toEqual([
        typed,
        200,
        ['Étude rouge', 'Étude verte'],
      ])
    }
    expect((await search('/grange', 'Quervain')).html).toContain('<small>1412</small>')
    const redirectToGreen = { status: 302, location: `${artworkPath(greenId)}?lang=en` }
    expect(await search('/grange', 'Quervain 1412')).toMatchObject(redirectToGreen)
    const redirectToRed = { status: 302, location: `${artworkPath(redId)}?lang=en` }
    expect(await search('/grange', '1411')).toMatchObject(redirectToRed)
    await withdraw(redId)
    expect(await search('/grange', 'Quervain')).toMatchObject(redirectToGreen)
  })

  test('finds no year by its beginning, and no item of the other museum', async () => {
    const itemId = await addItem(staff)
    const tags = { artist: 'Quervain', year: '1411' }
    await staff.call(api.inventory.saveTags, { body: { itemId, tags } })
    expect((await search('/grange', '1411')).status).toBe(302)
    expect((await search('/grange', '141')).status).toBe(404)
    expect((await search('/manege', 'Quervain')).status).toBe(404)
  })

  test('finds the items with the fewest typing errors, without opening them', async () => {
    await addCar('Delahaye 135')
    await addCar('Delahayne 401')
    for (const [typed, name] of [
      ['Delahaie', 'Delahaye 135'],
      ['DELHAYE 135', 'Delahaye 135'],
      ['Delahyne', 'Delahayne 401'],
    ] as const) {
      const { status, location, html } = await search('/manege', typed)
      expect([typed, status, location]).toEqual([typed, 200, null])
      expect(listNamesFound(html)).toEqual([name])
    }
    // A single match without typing errors opens its page at once.
    expect((await search('/manege', 'Delahaye')).location).toMatch(/^\/car\/\d+\?lang=en$/)
    // A wrong digit is another model, and a short word may have fewer errors.
    for (const typed of ['Delahaie 136', 'Dlhy', 'Zeppelin']) {
      const { status, html } = await search('/manege', typed)
      expect([typed, status, listNamesFound(html)]).toEqual([typed, 404, []])
    }
  })

  test('ignores spaces and punctuation between words if no item matches with them', async () => {
    const coupeId = await addCar('Mercedes-Benz 300 SL')
    const jaguarId = await addCar('Jaguar D-Type 3781')
    for (const [typed, id] of [
      ['300sl', coupeId],
      ['300-SL', coupeId],
      ['mercedesbenz 300s', coupeId],
      ['dtype', jaguarId],
      ['DType3781', jaguarId],
    ] as const) {
      const { location } = await search('/manege', typed)
      expect([typed, location]).toEqual([typed, `/car/${id}?lang=en`])
    }
    // Neither the middle of a word nor the first digits of a number match.
    for (const typed of ['00sl', 'dtype37', '378']) {
      const { location } = await search('/manege', typed)
      expect([typed, location]).toEqual([typed, null])
    }
    const exactMatchId = await addCar('Modell 300SL')
    expect((await search('/manege', '300sl')).location).toBe(`/car/${exactMatchId}?lang=en`)
  })
})

test('redirects an address without a number to the start page', async () => {
  for (const [path, start] of [
    ['/car', '/manege'],
    ['/car/', '/manege'],
    ['/art', '/grange'],
    ['/art/?lang=it', '/grange?lang=it'],
  ] as const) {
    expect(await fetchPage(path)).toMatchObject({ status: 302, location: start })
  }
})

describe('the neighbours of an item', () => {
  test('are the next and the previous public item', async () => {
    const addNamed = (identifier: string) =>
      addItem(staff, { identifier, name: `Name ${identifier}` })
    const firstId = await addNamed('A-1')
    const hiddenId = await addNamed('A-2')
    const middleId = await addNamed('A-3')
    const lastId = await addNamed('A-11')
    await withdraw(hiddenId)

    const readNeighbours = async (id: number, query = '') => {
      const { html } = await fetchPage(`${artworkPath(id)}${query}`)
      return [findLink(html, 'prev'), findLink(html, 'next')]
    }
    expect(await readNeighbours(firstId)).toEqual([undefined, artworkPath(middleId)])
    expect(await readNeighbours(middleId, '?lang=es')).toEqual([
      `${artworkPath(firstId)}?lang=es`,
      `${artworkPath(lastId)}?lang=es`,
    ])
    expect(await readNeighbours(lastId)).toEqual([artworkPath(middleId), undefined])
    expect((await fetchPage(artworkPath(middleId))).html).not.toContain('Name A-2')
    const preview = await staff.fetch(`/api/inventory/preview/${middleId}`)
    expect(await preview.text()).not.toContain('Name A-1')
  })

  test('are at most six others by the same artist, and none for an unknown one', async () => {
    const ids: number[] = []
    for (let number = 1; number <= 9; number++)
      ids.push(await addItem(staff, { identifier: `H-${number}`, name: `Werk ${number}` }))
    const [firstId = 0, anonymousId = 0, ...otherIds] = ids
    await setArtist(firstId, 'Ferdinand Hodler')
    await setArtist(anonymousId, 'Anonyme')
    for (const id of otherIds) await setArtist(id, ' ferdinand hodler')

    /** Numbers in the names of the works that the page lists. */
    const listByArtist = async (id: number) => {
      const { html } = await fetchPage(`${artworkPath(id)}?lang=en`)
      const [, list = ''] = /More by this artist<\/h2>(.*?)<\/ul>/s.exec(html) ?? []
      return Array.from(list.matchAll(/Werk (\d)/g), ([, number]) => Number(number))
    }
    expect(await listByArtist(firstId)).toEqual([3, 4, 5, 6, 7, 8])
    // After the last, the list continues from the first.
    expect(await listByArtist(otherIds.at(-1) ?? 0)).toEqual([1, 3, 4, 5, 6, 7])
    expect(await listByArtist(anonymousId)).toEqual([])
  })

  test('are cars of the same make', async () => {
    const id = await addCar('Citroën DS 19')
    await addCar('Citroen 2CV')
    await addCar('Ford T')
    const { html } = await fetchPage(`/car/${id}?lang=en`)
    const [, list = ''] = /Same make<\/h2>(.*?)<\/ul>/s.exec(html) ?? []
    expect(list).toContain('Citroen 2CV')
    expect(list).not.toContain('Ford')
  })

  test('change the cached page when they change', async () => {
    const id = await addItem(staff, { identifier: 'N-1' })
    const { headers } = await fetchPage(artworkPath(id))
    const withEtag = { 'if-none-match': headers.get('etag') ?? '' }
    expect((await fetchPage(artworkPath(id), withEtag)).status).toBe(304)
    await addItem(staff, { identifier: 'N-2', name: 'Neu daneben' })
    expect((await fetchPage(artworkPath(id), withEtag)).html).toContain('Neu daneben')
  })
})

describe('pages without a connection', () => {
  test('come from a service worker that is revalidated with every visit', async () => {
    const id = await addItem(staff)
    const page = await fetchPage(`${artworkPath(id)}?lang=fr`)
    expect(page.html).toContain(
      'data-scopes="/art/ /grange" data-offline="/public/offline/art?lang=fr"',
    )
    expect(page.headers.get('content-security-policy')).toContain("worker-src 'self'")
    const worker = await fetchPage('/sw.js')
    expect(worker.headers.get('content-type')).toContain('text/javascript')
    expect(worker.headers.get('cache-control')).toBe('private, no-cache')
    expect(worker.headers.get('set-cookie')).toBeNull()
    expect(worker.html).toContain('"museums":{"/manege":"/car/","/grange":"/art/"}')
  })

  test('end with the service worker of earlier visits if they are switched off', async () => {
    await using offlineOff = await startTestServer({
      OFFLINE_PAGES: 'off',
      PUBLIC_MAX_AGE: '600',
    })
    const worker = await offlineOff.fetch('/sw.js')
    expect(worker.headers.get('cache-control')).toBe('private, no-cache')
    expect(await worker.text()).toContain('registration.unregister()')
  })

  test('say in the visitor’s language that there is no connection', async () => {
    const { status, html } = await fetchPage('/public/offline/car?lang=it')
    expect(status).toBe(200)
    expect(html).toContain('<h1>Qui non c’è rete</h1>')
    expect(html).toContain('noindex')
  })
})

describe('pages for search engines', () => {
  test('describe the museum on its start page, with picture, hours and contact', async () => {
    const root = await server.signIn('root')
    const [museum] = (await root.call(api.museums.list)).filter(({ type }) => type === 'art')
    if (!museum) throw new Error('there is no museum')
    const { id: _, type, version, ...state } = museum
    const texts = {
      hours_en: 'Daily, 10 am\nto 5 pm.',
      hours_fr: '',
      hours_de: '',
      state_en: 'checked',
      telephone: '026 1',
    }
    await root.call(api.museums.save, {
      body: { type, version, museum: { ...state, ...texts } as never },
    })
    const id = await addItem(staff, { identifier: '0-1' })
    await uploadPicture(id)

    const { html } = await fetchPage('/grange?lang=en')
    const picture = new RegExp(`^https://museum\\.example\\.org/api/image/${id}\\?v=\\w+$`)
    expect(/<meta property="og:image" content="(.*?)"/.exec(html)?.[1]).toMatch(picture)
    expect(/<meta name="description" content="(.*?)"/.exec(html)?.[1]).toMatch(
      /^Fondation Vitrine · Opening hours: Daily, 10 am to 5 pm\./,
    )
    const [, json = ''] = /<script type="application\/ld\+json">(.*?)<\/script>/s.exec(html) ?? []
    expect(JSON.parse(json)).toMatchObject({
      '@type': 'Museum',
      name: 'La Grange',
      image: expect.stringMatching(picture),
      openingHours: 'Daily, 10 am to 5 pm.',
      address: 'Chemin du Musée 1, 1700 Fribourg',
      telephone: '026 1',
    })
  })

  test('list only the languages in which a page has its text', async () => {
    const listAlternateLanguages = async (path: string) => {
      const { html } = await fetchPage(path)
      const [unspecified, ...languages] = Array.from(
        html.matchAll(/hrefLang="(.*?)"/g),
        ([, lang]) => lang,
      )
      expect(unspecified).toBe('x-default')
      return languages
    }
    const description =
      'Le lac est calme et la lumière est celle du matin, quand les bateaux dorment encore.'
    const id = await addItem(staff, { description })
    const translate = (state: 'draft' | 'checked', was: string) => {
      const fields = { description: { text: 'Der See ist ruhig.', was, source: description } }
      const body = { itemId: id, lang: 'de', fields, state } as const
      return staff.call(api.inventory.saveTexts, { body })
    }
    expect(await listAlternateLanguages(artworkPath(id))).toEqual(['fr'])
    await translate('draft', '')
    expect(await listAlternateLanguages(artworkPath(id))).toEqual(['fr'])
    await translate('checked', 'Der See ist ruhig.')
    expect(await listAlternateLanguages(artworkPath(id))).toEqual(['de', 'fr'])
    // A page without a text of its own is the same in all languages.
    const plainId = await addItem(staff, { description: '' })
    expect(await listAlternateLanguages(artworkPath(plainId))).toEqual(labelLanguages)
    expect(await listAlternateLanguages('/grange')).toEqual(['en'])
    expect(await listAlternateLanguages('/save-the-date')).toEqual(['fr', 'de', 'en'])
  })

  test('list public pages in the site map, which robots.txt names', async () => {
    const id = await addItem(staff)
    const hidden = await addItem(staff)
    await withdraw(hidden)
    const { html: xml, headers } = await fetchPage('/sitemap.xml')
    expect(headers.get('content-type')).toBe('application/xml; charset=utf-8')
    const site = 'https://museum.example.org'
    expect(Array.from(xml.matchAll(/<loc>(.*?)<\/loc>/g), ([, address]) => address)).toEqual([
      `${site}/save-the-date`,
      `${site}/manege`,
      `${site}/grange`,
      `${site}${artworkPath(id)}`,
    ])
    await withdraw(id)
    expect((await fetchPage('/sitemap.xml')).html).not.toContain(artworkPath(id))
    expect((await fetchPage('/robots.txt')).html).toContain(`\nSitemap: ${site}/sitemap.xml\n`)
  })
})
