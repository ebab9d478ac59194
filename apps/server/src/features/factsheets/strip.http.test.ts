// @module-tag sqlite

import { brotliCompressSync } from 'node:zlib'
import { api, type PictureToSave, toPublicNumber } from '@vitrine/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createDrawing, createPictureFile } from '../../../test/media-files.ts'
import { type MediaTestServer, startMediaTestServer } from '../../../test/media-test-server.ts'

let mediaServer: MediaTestServer

beforeAll(async () => {
  mediaServer = await startMediaTestServer()
})
afterAll(() => mediaServer[Symbol.asyncDispose]())

/** Adds an artwork with pictures that have these texts. */
async function addArtworkWithPictures(altTexts: readonly Partial<PictureToSave>[], height = 30) {
  const id = await mediaServer.newItem()
  for (const [index] of altTexts.entries()) {
    const file = await createPictureFile(createDrawing({ width: height + index, height }).jpeg())
    await mediaServer.staff.call(api.media.addPicture, { body: { itemId: id }, file })
  }
  const { version, pictures } = await mediaServer.staff.call(api.inventory.details, {
    params: { id },
  })
  const saved = pictures.map(({ fileName: _, width: __, height: ___, ...picture }, index) => ({
    ...picture,
    ...altTexts[index],
  }))
  await mediaServer.staff.call(api.media.savePictures, {
    body: { itemId: id, version, pictures: saved },
  })
  const path = `/art/${toPublicNumber('art', id)}`
  const page = async (query = '') => (await mediaServer.server.fetch(`${path}${query}`)).text()
  return { id, page, names: pictures.map(({ name }) => name) }
}

const findStrip = (html: string) => /<ul class="strip.*?<\/ul>/s.exec(html)?.[0] ?? ''
const listNames = (html: string) =>
  [...html.matchAll(/<img src="[^"]*\?v=(\w+)"/g)].map(([, name]) => name)
const listImages = (html: string) => {
  const [, json = '{}'] = /<script type="application\/ld\+json">(.*?)<\/script>/s.exec(html) ?? []
  return JSON.parse(json).image
}
const altTexts = (alt: Partial<PictureToSave['alt']>) => ({
  alt: { fr: '', de: '', en: '', ...alt },
})

test('shows the first public picture large, and the others small with links', async () => {
  const { id, page, names } = await addArtworkWithPictures(
    [{}, {}, { kind: 'condition', public: false }, {}],
    400,
  )
  const [cover, second, hidden, last] = names
  const html = await page()
  expect(listNames(findStrip(html))).toEqual([second, last])
  expect(html).toContain(`<a href="/api/image/medium/${id}?v=${second}"><img`)
  expect(html).toMatch(
    new RegExp(`<img [^>]*v=${second}"[^>]* width="401" height="400"[^>]*loading="lazy"`),
  )
  expect(html).toMatch(new RegExp(`data-enlarge=.*v=${cover}.*class="strip`, 's'))
  expect(listImages(html)).toEqual(
    [cover, second, last].map((name) => expect.stringContaining(`?v=${name}`)),
  )
  expect(html).not.toContain(hidden)
})

test('limits the link around the first picture to the picture’s height', async () => {
  const pages = [await addArtworkWithPictures([{}]), await addArtworkWithPictures([{}, {}])]
  const [single = '', withStrip = ''] = await Promise.all(pages.map(({ page }) => page()))
  const listLimits = (html: string) => [...new Set(html.match(/max-height:[^;}]+/g))]
  expect([listLimits(single), listLimits(withStrip)]).toEqual(
    Array(2).fill(['max-height:var(--tallest)']),
  )
  // A page has more height limits if other pictures are below.
  expect(withStrip.match(/--tallest:/g)?.length).toBeGreaterThan(
    single.match(/--tallest:/g)?.length ?? 0,
  )
})

test('replaces a missing alternative text by another language, then by the name', async () => {
  const { page } = await addArtworkWithPictures([
    altTexts({ fr: 'Vue', de: 'Ansicht' }),
    altTexts({ de: 'Rückseite' }),
    {},
  ])
  const listAltTexts = (html: string) =>
    [
      ...(/<figure.*?<\/figure>/s.exec(html)?.[0] ?? '').matchAll(/alt="([^"]*)"( lang="\w*")?/g),
    ].map(([, ...parts]) => parts.join(''))
  expect(listAltTexts(await page('?lang=fr'))).toEqual(['Vue', 'Rückseite lang="de"', 'Étude (3)'])
  expect(listAltTexts(await page('?lang=de'))).toEqual(['Ansicht', 'Rückseite', 'Étude (3)'])
  expect(listAltTexts(await page('?lang=ja'))).toEqual([
    'Vue lang="fr"',
    'Rückseite lang="de"',
    'Étude (3)',
  ])
})

test('shows credit and licence of the first picture, and of others that differ', async () => {
  const anna = { credit: 'Anna <b>Muster</b>' }
  const { page } = await addArtworkWithPictures([
    anna,
    anna,
    { credit: 'تصوير أحمد', licence: 'InC' },
  ])
  const html = await page('?lang=en')
  expect(html).toMatch(
    /<figcaption><bdi lang="" dir="auto">Anna &lt;b&gt;Muster&lt;\/b&gt; <\/bdi><a href="https:\/\/creativecommons\.org\/licenses\/by\/4\.0\/" rel="license">CC BY 4\.0<\/a><\/figcaption>/,
  )
  expect(findStrip(html).match(/<p>/g)).toHaveLength(1)
  expect(findStrip(html)).toMatch(
    /<p><bdi[^>]*>تصوير أحمد <\/bdi><a href="https:\/\/rightsstatements\.org\/vocab\/InC\/1\.0\/"/,
  )
  // The label of the licence is English on every page.
  expect(await page('?lang=de')).toMatch(/rel="license" lang="en" dir="auto">CC BY 4\.0/)
})

test('shows twelve of fifteen pictures below the first, and all on a separate page', async () => {
  const { page, names } = await addArtworkWithPictures(Array.from({ length: 15 }, () => ({})))
  const html = await page('?lang=fr')
  expect(listNames(findStrip(html))).toEqual(names.slice(1, 13))
  expect(findStrip(html)).toContain(
    '<a class="more" href="?pictures=all&amp;lang=fr#pictures">Les 15 images</a>',
  )
  const all = await page('?pictures=all&lang=fr')
  expect(listNames(findStrip(all))).toEqual(names.slice(1))
  expect(all).toContain('href="?pictures=all&amp;lang=de"')
  expect(all).toMatch(/<link rel="canonical" href="[^"?]*\?lang=fr"/)
  expect(listImages(html)).toHaveLength(15)
  expect(brotliCompressSync(html).length).toBeLessThan(6 * 1024)
})

test('shows no strip below a single picture', async () => {
  const single = await addArtworkWithPictures([{ credit: 'Anna Muster' }])
  const plain = await single.page()
  expect(plain).not.toContain('strip')
  expect(plain).toBe(await single.page('?pictures=all'))
  expect(listImages(plain)).toEqual(expect.stringContaining(single.names[0] ?? ''))
})
