// @module-tag sqlite

import { api, labelLanguages, toPublicNumber } from '@vitrine/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Client } from '../../../test/client.ts'
import { addItem, plainAttribute } from '../../../test/inventory.ts'
import { startTestServer, type TestServer } from '../../../test/server.ts'

let server: TestServer
let staff: Client

beforeAll(async () => {
  server = await startTestServer({
    PUBLIC_URL: 'https://museum.example.org',
    CHAT_FRAME_URL: 'https://chat.example.org/box?lang=en',
  })
  staff = await server.signIn('employee')
})
afterAll(() => server[Symbol.asyncDispose]())

const addCar = (changes = {}) => addItem(staff, { type_id: 1, name: 'Monteverdi 375', ...changes })
const addArtwork = (changes = {}) => addItem(staff, { name: 'Étude en bleu', ...changes })
const saveTags = (itemId: number, tags: Record<string, string>) =>
  staff.call(api.inventory.saveTags, { body: { itemId, tags } })
const withdraw = (itemId: number) =>
  staff.call(api.inventory.setPublic, { body: { itemId, public: false } })
const fetchPage = async (path: string, init: RequestInit = {}) => {
  const response = await server.fetch(path, {
    ...init,
    headers: { 'accept-language': 'en-GB', ...init.headers },
  })
  return { response, status: response.status, html: await response.text() }
}
const artworkPath = (id: number) => `/art/${toPublicNumber('art', id)}`
const frenchText = 'Une suisse, avec un moteur qui est plus grand que les autres.'

describe('the visitor’s language', () => {
  const ask = (path: string, header?: string) =>
    fetchPage(path, { headers: { 'accept-language': header ?? '*' } })
  const readPageLanguage = (html: string) => /<html lang="(..)"/.exec(html)?.[1]

  test('is taken from the address, then from the browser, and else English', async () => {
    const path = `/car/${await addCar({ description: frenchText })}`
    const cases = [
      [path, 'de-CH,de;q=0.9,en;q=0.8', 'de', 'negotiated'],
      [path, 'nl,ja;q=0.2', 'ja', 'negotiated'],
      [path, '*', 'en', 'negotiated'],
      [path, ';q=,,fr;q=7', 'en', 'negotiated'],
      [`${path}?lang=zh`, 'de', 'zh', 'pinned'],
      [`${path}?lang=pt-BR`, 'de', 'pt', 'pinned'],
      [`${path}?lang=xx`, 'de', 'de', 'negotiated'],
      [`${path}?lang=de&lang=fr`, 'it', 'it', 'negotiated'],
      [`${path}?lang[]=de`, 'it', 'it', 'negotiated'],
      ['/art/99999', 'es', 'es', 'negotiated'],
      ['/art/99999?lang=ru', 'es', 'ru', 'pinned'],
    ] as const
    for (const [address, header, lang, choice] of cases) {
      const { response, html } = await ask(address, header)
      expect([
        address,
        header,
        readPageLanguage(html),
        response.headers.get('content-language'),
      ]).toEqual([address, header, lang, lang])
      expect(response.headers.get('vary')).toBe(
        choice === 'pinned'
          ? 'accept, accept-encoding'
          : 'accept, accept-encoding, accept-language, cookie',
      )
    }
  })

  test('is remembered for all pages once chosen, unless the address names another', async () => {
    const path = `/car/${await addCar({ description: frenchText })}`
    const art = artworkPath(await addArtwork())
    for (const chooser of [`${path}?lang=ja`, '/grange?lang=ja', '/art/99999?lang=ja']) {
      const { response } = await ask(chooser, 'de')
      expect(response.headers.getSetCookie()).toEqual([
        'lang=ja; Path=/; Max-Age=31536000; HttpOnly; SameSite=Lax; Secure',
      ])
      expect(response.headers.get('cache-control')).toBe('public, no-cache')
    }
    const readLanguageLater = async (address: string) => {
      const { response, html } = await fetchPage(address, {
        headers: { 'accept-language': 'de', cookie: 'lang=ja' },
      })
      const chosen = response.headers.getSetCookie().filter((cookie) => cookie.startsWith('lang='))
      expect([address, chosen.length]).toEqual([address, address.includes('lang=') ? 1 : 0])
      return readPageLanguage(html)
    }
    const addressesWithoutLanguage = [
      path,
      art,
      '/art/99999',
      '/grange',
      '/manege',
      `/ask${path}`,
      '/ask/car/99999',
      '/public/offline/art',
    ]
    for (const address of addressesWithoutLanguage)
      expect([address, await readLanguageLater(address)]).toEqual([address, 'ja'])
    expect(await readLanguageLater(`${path}?lang=fr`)).toBe('fr')
    // The ETag of a page is not valid in another language.
    const { response: german } = await ask(path, 'de')
    const headers = { cookie: 'lang=ja', 'if-none-match': german.headers.get('etag') ?? '' }
    expect(
      await fetchPage(path, { headers: { ...headers, 'accept-language': 'de' } }),
    ).toMatchObject({
      status: 200,
    })
  })

  test('is English for a browser with none of the supported languages', async () => {
    const path = `/car/${await addCar({ description: frenchText })}`
    const addresses = [
      path,
      '/car/99999',
      '/grange',
      '/manege',
      `/ask${path}`,
      '/ask',
      '/public/offline/car',
      '/save-the-date',
    ]
    for (const address of addresses)
      expect([address, readPageLanguage((await ask(address, 'nl-NL,nl;q=0.9')).html)]).toEqual([
        address,
        'en',
      ])
  })

  test('has its own labels, numbers, switcher and addresses', async () => {
    const id = await addCar({ description: frenchText })
    await saveTags(id, { weight_kg: '12500', displacement_cm3: '1045', power_hp: '2000' })
    const readPage = async (lang: string) => {
      const { html } = await fetchPage(`/car/${id}?lang=${lang}`)
      return {
        html,
        rows: [...html.matchAll(/<th scope="row">(.*?)<\/th><td.*?>(.*?)<\/td>/g)].map((row) =>
          row.slice(1),
        ),
      }
    }
    const german = await readPage('de')
    expect(german.rows).toEqual([
      ['Hubraum (cm³)', '1&#x27;045'],
      ['Leistung (PS)', '2&#x27;000'],
      ['Leistung (kW)', '1&#x27;471'],
      ['Gewicht (kg)', '12&#x27;500'],
    ])
    expect((await readPage('fr')).rows.at(-1)).toEqual(['Poids (kg)', '12&#x27;500'])
    expect((await readPage('es')).rows.at(-1)?.[1]).toBe('12.500')
    expect((await readPage('ru')).rows.at(-1)?.[1]).toBe('12\u00a0500')
    expect((await readPage('ja')).rows.at(-1)?.[1]).toBe('12,500')

    const address = `https://museum.example.org/car/${id}`
    expect(german.html).toContain(`<link rel="canonical" href="${address}?lang=de"/>`)
    expect(german.html).toContain('<meta property="og:locale" content="de_CH"/>')
    expect(german.html).toContain(
      `{"@type":"WebPage","url":"${address}?lang=de","inLanguage":"de"}`,
    )
    const alternates = [
      ...german.html.matchAll(/<link rel="alternate" hrefLang="(.*?)" href="(.*?)"/g),
    ]
    expect(alternates.map(([, lang, href]) => [lang, href])).toEqual([
      ['x-default', address],
      ['fr', `${address}?lang=fr`],
    ])
    const links = [...german.html.matchAll(/<a href="\?lang=(..)" lang="(..)"(.*?)>/g)]
    expect(links.map(([, lang]) => lang)).toEqual([...labelLanguages])
    expect(links.filter(([, , , current]) => current).map(([, lang]) => lang)).toEqual(['de'])
    // The printed address under the code has no language.
    expect(german.html).toContain(`<figcaption>museum.example.org/car/${id}</figcaption>`)
  })

  test('is that of a checked translation; otherwise a notice names the language of the text', async () => {
    const id = await addArtwork({ description: frenchText })
    await saveTags(id, {
      music_detail: 'Premier mouvement',
      technique: 'Fusain sur ardoise',
      year: '1905',
    })
    const save = (lang: 'de' | 'en', state: 'draft' | 'checked', description: string) =>
      staff.call(api.inventory.saveTexts, {
        body: {
          itemId: id,
          lang,
          state,
          fields: {
            name: { text: `Studie ${lang}`, was: '', source: 'Étude en bleu' },
            description: { text: description, was: '', source: frenchText },
            music_detail: { text: `Satz ${lang}`, was: '', source: 'Premier mouvement' },
          },
        },
      })
    await save('en', 'checked', 'A Swiss one.')
    await save('de', 'draft', 'Ein Entwurf.')
    const readPage = async (lang: string) =>
      (await fetchPage(`${artworkPath(id)}?lang=${lang}`)).html

    const english = await readPage('en')
    expect(english).toContain('<h1>Studie en</h1>')
    expect(english).toContain('<div class="description"><p>A Swiss one.</p>')
    expect(english).toContain('<td>Satz en</td>')
    expect(english).toContain('<td lang="" dir="auto">Fusain sur ardoise</td>')
    expect(english).not.toContain('class="notice"')
    expect(english).toContain('"description":"A Swiss one."')

    const german = await readPage('de')
    expect(german).not.toContain('Entwurf')
    expect(german).toContain('<h1 lang="fr" dir="auto">Étude en bleu</h1>')
    expect(german).toContain(
      '<p class="notice">Noch nicht auf Deutsch verfügbar: Dieser Text ist auf Französisch.</p>',
    )

    const japanese = await readPage('ja')
    expect(japanese).toContain('<div class="description" lang="en" dir="auto"><p>A Swiss one.</p>')
    expect(japanese).toContain(
      '<p class="notice">日本語版はまだありません。この文章は英語です。</p>',
    )

    const data = {
      identifier: `revised-${id}`,
      name: 'Étude en bleu',
      description: `${frenchText} Et plus.`,
    }
    await staff.call(api.inventory.saveInfo, { body: { itemId: id, data } })
    expect(await readPage('en')).toContain(
      '<p class="notice">The original has been revised since this translation was made.</p>',
    )
    expect(await readPage('fr')).not.toContain('class="notice"')
  })

  test('is part of the cache key, also of previews', async () => {
    const id = await addCar()
    const [german, sameGerman, japanese] = await Promise.all(
      ['de', 'de', 'ja'].map((lang) => ask(`/car/${id}`, lang)),
    )
    expect(german?.response.headers.get('etag')).toBe(sameGerman?.response.headers.get('etag'))
    expect(german?.response.headers.get('etag')).not.toBe(japanese?.response.headers.get('etag'))
    const preview = async (lang: string) =>
      (await staff.fetch(`/api/inventory/preview/${id}?lang=${lang}`)).text()
    expect(readPageLanguage(await preview('it'))).toBe('it')
    // Its frame must not be redirected into the staff app.
    expect(await preview('it')).not.toContain('<a ')
    expect((await staff.fetch(`/api/inventory/preview/${id}?lang=xx`)).status).toBe(400)
  })

  test.for([
    ['de', 'Zurzeit nicht ausgestellt'],
    ['ja', '現在は展示していません'],
  ] as const)('is used to say that an item is withdrawn: %s', async ([lang, title]) => {
    const id = await addArtwork()
    await withdraw(id)
    expect((await ask(artworkPath(id), lang)).html).toContain(`<h1>${title}</h1>`)
  })
})

describe('a page in another language', () => {
  test('labels a title as original beside a different translated name', async () => {
    const addTranslatedArtwork = async (name: string, title: string) => {
      const id = await addArtwork({ name, description: frenchText })
      await saveTags(id, { title })
      const fields = { name: { text: 'Study in blue', was: '', source: name } }
      await staff.call(api.inventory.saveTexts, {
        body: { itemId: id, lang: 'en', state: 'checked', fields },
      })
      return async (lang: string) => {
        const { html } = await fetchPage(`${artworkPath(id)}?lang=${lang}`)
        return [...html.matchAll(/<th scope="row">(.*?)<\/th>/g)].map(([, label]) => label)
      }
    }
    const listLabelsWithOwnTitle = await addTranslatedArtwork(
      'Étude en bleu',
      'Étude en bleu, 1905',
    )
    const cases = [
      ['en', 'Original title'],
      // Visitors without texts in their language see the English name.
      ['ru', 'Оригинальное название'],
      ['de', 'Originaltitel'],
      ['fr', 'Titre'],
    ] as const
    for (const [lang, label] of cases) expect(await listLabelsWithOwnTitle(lang)).toEqual([label])
    const listLabelsWithSameTitle = await addTranslatedArtwork('Étude en bleu', 'étude en bleu')
    expect([
      await listLabelsWithSameTitle('en'),
      await listLabelsWithSameTitle('de'),
      await listLabelsWithSameTitle('fr'),
    ]).toEqual([['Original title'], [], ['Titre']])
  })

  test('marks the language of a label that is not translated', async () => {
    const attribute = { ...plainAttribute, audience: 'visitors', labels: { fr: 'Vernis' } } as const
    const root = await server.signIn('root')
    await root.call(api.attributes.add, { body: { type: 'art', tag_key: 'varnish', attribute } })
    const id = await addArtwork()
    await saveTags(id, { varnish: '2', year: '1905' })
    const listLabels = async (lang: string) =>
      [...(await fetchPage(`${artworkPath(id)}?lang=${lang}`)).html.matchAll(/<th.*?<\/th>/g)].map(
        ([label]) => label,
      )
    const [english, french, german] = [
      await listLabels('en'),
      await listLabels('fr'),
      await listLabels('de'),
    ]
    expect(english).toContain('<th scope="row">Varnish</th>')
    expect(french).toContain('<th scope="row">Vernis</th>')
    expect(german).toEqual(['<th scope="row">Jahr</th>', '<th scope="row" lang="en">Varnish</th>'])
  })
})
