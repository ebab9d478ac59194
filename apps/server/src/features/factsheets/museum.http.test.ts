import { api, labelLanguages, toPublicNumber } from '@vitrine/contract'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Client } from '../../../test/client.ts'
import { addItem, removeAllItems } from '../../../test/inventory.ts'
import { createPictureFile } from '../../../test/media-files.ts'
import { startTestServer, type TestServer } from '../../../test/server.ts'

// @module-tag sqlite

let server: TestServer
let staff: Client

beforeAll(async () => {
  server = await startTestServer({ PUBLIC_URL: 'https://museum.example.org' })
  staff = await server.signIn('employee')
})
beforeEach(() => removeAllItems(server))
afterAll(() => server[Symbol.asyncDispose]())

const fetchPage = async (path: string, headers: Record<string, string> = {}) => {
  const response = await server.fetch(path, { headers, redirect: 'manual' })
  return {
    status: response.status,
    to: response.headers.get('location'),
    headers: response.headers,
    html: await response.text(),
  }
}
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
  test('shows public items sorted by identifier, with pictures and links', async () => {
    const second = await addItem(staff, { identifier: 'B-10', name: 'Zehn' })
    const first = await addItem(staff, { identifier: 'B-9', name: 'Neun <b>' })
    const hidden = await addItem(staff, { identifier: 'B-1', name: 'Versteckt' })
    await withdraw(hidden)
    await addItem(staff, { type_id: 1, name: 'Ein Auto' })
    await staff.call(api.media.uploadImage, {
      body: { itemId: first },
      file: await createPictureFile(),
    })

    const { status, html, headers } = await fetchPage('/grange', { 'accept-language': 'de-CH' })
    expect(status).toBe(200)
    expect(listHrefs(html).filter((href) => href?.startsWith('/art/'))).toEqual([
      artworkPath(first),
      artworkPath(second),
    ])
    expect(html).toMatch(new RegExp(`<img src="/api/image/thumbnail/${first}\\?v=\\w{16}" alt=""`))
    expect(html).toContain('Neun &lt;b&gt;')
    expect(html).not.toMatch(/Versteckt|Ein Auto/)
    expect(html).toContain('Nummer auf dem Schild')
    expect(html).toContain('<link rel="canonical" href="https://museum.example.org/grange"/>')
    expect(headers.get('content-language')).toBe('de')
    expect(headers.get('set-cookie')).toBeNull()
    expect(headers.get('content-security-policy')).toContain("form-action 'self'")

    await withdraw(first)
    expect((await fetchPage('/grange')).html).not.toContain('Neun')
    await staff.call(api.inventory.setPublic, { body: { itemId: hidden, public: true } })
    expect((await fetchPage('/grange')).html).toContain('Versteckt')
  })

  test('shows checked names in the visitor’s language, also of neighbours', async () => {
    const id = await addItem(staff, { identifier: 'X-1', name: 'Der Niesen' })
    const other = await addItem(staff, { identifier: 'X-2', name: 'Lac' })
    const translate = (lang: 'en' | 'fr', text: string, state: 'draft' | 'checked') =>
      staff.call(api.inventory.saveTexts, {
        body: {
          itemId: id,
          lang,
          state,
          fields: { name: { text, was: '', source: 'Der Niesen' } },
        },
      })
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
    const id = await addItem(staff, { type_id: 1, name: 'Type C « Trèfle »: 5 HP' })
    const shown = {
      fr: 'Type C «\u202fTrèfle\u202f»\u202f: 5 HP',
      de: 'Type C «\u00a0Trèfle\u00a0»: 5 HP',
    }
    for (const lang of ['fr', 'de'] as const) {
      expect((await fetchPage(`/manege?lang=${lang}`)).html).toContain(`>${shown[lang]}</span>`)
      expect((await fetchPage(`/car/${id}?lang=${lang}`)).html).toMatch(
        new RegExp(`<h1[^>]*>${shown[lang]}</h1>`),
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
    for (let n = 1; n <= 61; n++) await addItem(staff, { identifier: `P-${n}`, name: `Bild ${n}.` })
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
    expect(listHrefs(second.html).filter((href) => href?.endsWith('lang=fr'))).toEqual([
      '?page=2&amp;lang=fr',
    ])
    expect((await fetchPage('/grange?page=3')).status).toBe(404)
    for (const odd of ['0', '-1', 'x', '', '1e9', '99999999999']) {
      expect((await fetchPage(`/grange?page=${odd}`)).html).toContain('Bild 1.')
    }
  })

  test('names the next events in the visitor’s language', async () => {
    const { html } = await fetchPage('/grange?lang=de')
    expect(html).toContain('Demnächst')
    expect(html).toContain('<a href="/save-the-date?lang=de">Alle Anlässe</a>')
    expect(html.match(/<section class="events">.*?<\/section>/s)?.[0].match(/<li>/g)).toHaveLength(
      3,
    )
  })
})

describe('the number on a label', () => {
  test('opens the item by its number, id or identifier, in the requested language', async () => {
    const id = await addItem(staff, { identifier: 'LG-007' })
    for (const typed of [toPublicNumber('art', id), id, 'lg-007', ' LG-007 ']) {
      const { status, to } = await fetchPage(`/grange?lang=fr&number=${encodeURIComponent(typed)}`)
      expect([status, to]).toEqual([302, `${artworkPath(id)}?lang=fr`])
    }
    expect((await fetchPage(`/grange?number=${id}`)).to).toBe(artworkPath(id))
  })

  test('is understood in any spelling, unless it is ambiguous', async () => {
    const id = await addItem(staff, { identifier: 'LG-003' })
    await addItem(staff, { identifier: 'LG-013' })
    const number = String(toPublicNumber('art', id))
    const inDigits = (zero: string) =>
      number.replaceAll(/\d/g, (digit) => String.fromCodePoint(zero.charCodeAt(0) + Number(digit)))
    const spellings = [
      `0${number}`,
      number.split('').join(' '),
      inDigits('０'),
      inDigits('٠'),
      inDigits('۰'),
    ]
    for (const typed of [...spellings, 'lg3', 'LG 3', 'lg 003', 'ＬＧ－３', 'LG٣']) {
      expect([typed, (await fetchPage(`/grange?number=${encodeURIComponent(typed)}`)).to]).toEqual([
        typed,
        artworkPath(id),
      ])
    }
    const twin = await addItem(staff, { identifier: 'LG 03' })
    expect((await fetchPage('/grange?number=lg3')).status).toBe(404)
    expect((await fetchPage('/grange?number=LG%2003')).to).toBe(artworkPath(twin))
  })

  test('is answered with a message if no item has it, and stays in the field', async () => {
    const id = await addItem(staff)
    await withdraw(id)
    for (const typed of [id, 99_999, 'abc', '"><script>', '%00', '9'.repeat(400), '$&']) {
      const { status, html } = await fetchPage(
        `/grange?lang=en&number=${encodeURIComponent(typed)}`,
      )
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
  const listFoundNames = (html: string) =>
    [
      ...(/<h2>Found<\/h2>(.*?)<\/section>/.exec(html)?.[1] ?? '').matchAll(
        /<span[^>]*>(.*?)<\/span>/g,
      ),
    ].map(([, name]) => name)
  const searchPage = async (typed: string) => {
    const { status, to, html } = await fetchPage(
      `/grange?lang=en&number=${encodeURIComponent(typed)}`,
    )
    return { status, to, names: listFoundNames(html).sort(), html }
  }

  test('finds items by name, artist and year, and opens a single match', async () => {
    const ids = [
      await addItem(staff, { name: 'Étude rouge' }),
      await addItem(staff, { name: 'Étude verte' }),
    ]
    for (const [index, itemId] of ids.entries())
      await staff.call(api.inventory.saveTags, {
        body: { itemId, tags: { artist: 'Mélisande Quervain', year: `${1411 + index}` } },
      })
    for (const typed of ['etude quervain', 'QUERVAIN', 'melis étu'])
      expect([typed, await searchPage(typed)]).toMatchObject([
        typed,
        { status: 200, names: ['Étude rouge', 'Étude verte'] },
      ])
    expect((await searchPage('Quervain')).html).toContain('<small>1412</small>')
    expect((await searchPage('Quervain 1412')).to).toBe(`${artworkPath(ids[1] ?? 0)}?lang=en`)
    expect((await searchPage('1411')).to).toBe(`${artworkPath(ids[0] ?? 0)}?lang=en`)
    // Neither the beginning of a year nor an item of the other museum.
    expect((await searchPage('141')).status).toBe(404)
    expect((await fetchPage('/manege?number=Quervain')).status).toBe(404)
    await withdraw(ids[0] ?? 0)
    expect((await searchPage('Quervain')).to).toBe(`${artworkPath(ids[1] ?? 0)}?lang=en`)
  })
})

describe('a typing error', () => {
  const findGuesses = async (typed: string) => {
    const { status, to, html } = await fetchPage(
      `/manege?lang=en&number=${encodeURIComponent(typed)}`,
    )
    const [, found = ''] = /<h2>Found<\/h2>(.*?)<\/section>/.exec(html) ?? []
    return {
      status,
      to,
      names: [...found.matchAll(/<span[^>]*>(.*?)<\/span>/g)].map(([, name]) => name),
    }
  }

  test('finds the items with the fewest typing errors, without opening them', async () => {
    await addItem(staff, { type_id: 1, name: 'Delahaye 135' })
    await addItem(staff, { type_id: 1, name: 'Delahayne 401' })
    const toGuesses = (names: string[]) => ({ status: 200, to: null, names })
    expect(await findGuesses('Delahaie')).toEqual(toGuesses(['Delahaye 135']))
    expect(await findGuesses('DELHAYE 135')).toEqual(toGuesses(['Delahaye 135']))
    expect(await findGuesses('Delahyne')).toEqual(toGuesses(['Delahayne 401']))
    // A single match without typing errors opens its page at once.
    expect((await findGuesses('Delahaye')).to).toMatch(/^\/car\/\d+\?lang=en$/)
    for (const typed of ['Delahaie 136', 'Dlhy', 'Zeppelin'])
      expect([typed, await findGuesses(typed)]).toEqual([
        typed,
        { status: 404, to: null, names: [] },
      ])
  })
})

describe('a search that matches no word', () => {
  const findRedirect = async (typed: string) =>
    (await fetchPage(`/manege?number=${encodeURIComponent(typed)}`)).to

  test('ignores spaces and punctuation', async () => {
    const coupe = await addItem(staff, { type_id: 1, name: 'Mercedes-Benz 300 SL' })
    const jaguar = await addItem(staff, { type_id: 1, name: 'Jaguar D-Type 3781' })
    for (const typed of ['300sl', '300-SL', 'mercedesbenz 300s'])
      expect([typed, await findRedirect(typed)]).toEqual([typed, `/car/${coupe}`])
    expect(await findRedirect('dtype')).toBe(`/car/${jaguar}`)
    expect(await findRedirect('DType3781')).toBe(`/car/${jaguar}`)
    // Neither the middle of a word nor the first digits of a number match.
    for (const typed of ['00sl', 'dtype37', '378'])
      expect([typed, await findRedirect(typed)]).toEqual([typed, null])
    const exactMatch = await addItem(staff, { type_id: 1, name: 'Modell 300SL' })
    expect(await findRedirect('300sl')).toBe(`/car/${exactMatch}`)
  })
})

test('redirects an address without a number to the start page', async () => {
  for (const [path, start] of [
    ['/car', '/manege'],
    ['/car/', '/manege'],
    ['/art', '/grange'],
    ['/art/?lang=it', '/grange?lang=it'],
  ] as const) {
    expect(await fetchPage(path)).toMatchObject({ status: 302, to: start })
  }
})

describe('the neighbours of an item', () => {
  test('are the next and the previous public item', async () => {
    const [a, b, c, d] = await Promise.all(
      ['A-1', 'A-2', 'A-3', 'A-11'].map((identifier) =>
        addItem(staff, { identifier, name: `Name ${identifier}` }),
      ),
    )
    if (!a || !b || !c || !d) throw new Error('not added')
    await withdraw(b)
    const readNeighbours = async (id: number, query = '') => {
      const { html } = await fetchPage(artworkPath(id) + query)
      return [findLink(html, 'prev'), findLink(html, 'next')]
    }
    expect(await readNeighbours(a)).toEqual([undefined, artworkPath(c)])
    expect(await readNeighbours(c, '?lang=es')).toEqual([
      `${artworkPath(a)}?lang=es`,
      `${artworkPath(d)}?lang=es`,
    ])
    expect(await readNeighbours(d)).toEqual([artworkPath(c), undefined])
    expect((await fetchPage(artworkPath(c))).html).not.toContain('Name A-2')
    const preview = await (await staff.fetch(`/api/inventory/preview/${c}`)).text()
    expect(preview).not.toContain('Name A-1')
  })

  test('are at most six others by the same artist, and none for an unknown one', async () => {
    const ids: number[] = []
    for (let n = 1; n <= 9; n++)
      ids.push(await addItem(staff, { identifier: `H-${n}`, name: `Werk ${n}` }))
    const [first = 0, other = 0, ...rest] = ids
    await setArtist(first, 'Ferdinand Hodler')
    for (const id of rest) await setArtist(id, ' ferdinand  hodler'.replace('  ', ' '))
    await setArtist(other, 'Anonyme')
    const listSameArtist = async (id: number) => {
      const [, list = ''] =
        /More by this artist<\/h2>(.*?)<\/ul>/s.exec(
          (await fetchPage(`${artworkPath(id)}?lang=en`)).html,
        ) ?? []
      return Array.from(list.matchAll(/Werk (\d)/g), ([, n]) => Number(n))
    }
    expect(await listSameArtist(first)).toEqual([3, 4, 5, 6, 7, 8])
    expect(await listSameArtist(rest.at(-1) ?? 0)).toEqual([1, 3, 4, 5, 6, 7])
    expect(await listSameArtist(other)).toEqual([])
  })

  test('are cars of the same make', async () => {
    const ds = await addItem(staff, { type_id: 1, name: 'Citroën DS 19' })
    await addItem(staff, { type_id: 1, name: 'Citroen 2CV' })
    await addItem(staff, { type_id: 1, name: 'Ford T' })
    const { html } = await fetchPage(`/car/${ds}?lang=en`)
    const [, list = ''] = /Same make<\/h2>(.*?)<\/ul>/s.exec(html) ?? []
    expect(list).toContain('Citroen 2CV')
    expect(list).not.toContain('Ford')
  })

  test('change the cached page when they change', async () => {
    const id = await addItem(staff, { identifier: 'N-1' })
    const { headers } = await fetchPage(artworkPath(id))
    const known = { 'if-none-match': headers.get('etag') ?? '' }
    expect((await fetchPage(artworkPath(id), known)).status).toBe(304)
    await addItem(staff, { identifier: 'N-2', name: 'Neu daneben' })
    expect((await fetchPage(artworkPath(id), known)).html).toContain('Neu daneben')
  })
})

describe('offline', () => {
  test('has a service worker that is revalidated with every visit and can be ended', async () => {
    const id = await addItem(staff)
    const page = await fetchPage(`${artworkPath(id)}?lang=fr`)
    expect(page.html).toContain(
      'data-scopes="/art/ /grange" data-offline="/public/offline/art?lang=fr"',
    )
    expect(page.headers.get('content-security-policy')).toContain("worker-src 'self'")
    const on = await fetchPage('/sw.js')
    expect(on.headers.get('content-type')).toContain('text/javascript')
    expect(on.headers.get('cache-control')).toBe('private, no-cache')
    expect(on.headers.get('set-cookie')).toBeNull()
    expect(on.html).toContain('"museums":{"/manege":"/car/","/grange":"/art/"}')
    await using ended = await startTestServer({ OFFLINE_PAGES: 'off', PUBLIC_MAX_AGE: '600' })
    const off = await ended.fetch('/sw.js')
    expect(off.headers.get('cache-control')).toBe('private, no-cache')
    expect(await off.text()).toContain('registration.unregister()')
  })

  test('says in the visitor’s language that there is no connection', async () => {
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
    await staff.call(api.media.uploadImage, {
      body: { itemId: id },
      file: await createPictureFile(),
    })

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
    const listAlternateLanguages = async (path: string) =>
      [...(await fetchPage(path)).html.matchAll(/hrefLang="(.*?)"/g)]
        .map(([, lang]) => lang)
        .slice(1)
    const description =
      'Le lac est calme et la lumière est celle du matin, quand les bateaux dorment encore.'
    const id = await addItem(staff, { description })
    expect(await listAlternateLanguages(artworkPath(id))).toEqual(['fr'])
    const text = 'Der See ist ruhig.'
    const save = (state: 'draft' | 'checked', was: string) => {
      const fields = { description: { text, was, source: description } }
      return staff.call(api.inventory.saveTexts, {
        body: { itemId: id, lang: 'de', fields, state },
      })
    }
    await save('draft', '')
    expect(await listAlternateLanguages(artworkPath(id))).toEqual(['fr'])
    await save('checked', text)
    expect(await listAlternateLanguages(artworkPath(id))).toEqual(['de', 'fr'])
    // A page without a text of its own is the same in all languages.
    expect(
      await listAlternateLanguages(artworkPath(await addItem(staff, { description: '' }))),
    ).toEqual(labelLanguages)
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
