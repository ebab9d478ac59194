import { labelLanguages } from '@vitrine/contract'
import { describe, expect, test } from 'vitest'
import { artSheet, carSheet, scripts } from '../../test/sample-sheets.ts'
import { formatPictureRights } from '../words.ts'
import { renderAbsentPage } from './absent-page.tsx'
import { type ItemPageProps, renderItemPage } from './item-page.tsx'

const evil = `</script></style><script>alert(1)</script><img src=x onerror=alert(2)>"'&`
const evilRows = [{ key: 'model', label: evil, value: evil }]
const evilTags = Object.fromEntries(
  Object.keys({ ...carSheet.tags, ...artSheet.tags }).map((key) => [key, evil]),
)

describe('escapes markup in texts', () => {
  const imprint = { foundation: evil, address: evil, year: 2026 }
  const pages = {
    car: renderItemPage({
      ...carSheet,
      imprint,
      name: evil,
      description: evil,
      tags: evilTags,
      rows: evilRows,
    }),
    art: renderItemPage({
      ...artSheet,
      imprint,
      name: evil,
      description: evil,
      tags: evilTags,
      rows: evilRows,
      musicRows: evilRows,
    }),
    absent: renderAbsentPage({
      imprint,
      type: 'art',
      why: 'unknown',
      scripts,
      staffPath: null,
      lang: 'en',
      pinned: false,
    }),
  }

  test.for(Object.entries(pages))('on the %s page', ([, { html }]) => {
    expect(html).toContain('onerror=alert(2)')
    expect(html).not.toContain('<script>alert')
    expect(html).not.toContain('<img src=x')
    expect(html.match(/<script/g)?.length ?? 0).toBe(
      html.match(/<script (?:type="application|src="\/public)/g)?.length ?? 0,
    )
  })

  test('in the data for search engines', () => {
    const [, json = ''] =
      /<script type="application\/ld\+json">(.*?)<\/script>/s.exec(pages.car.html) ?? []
    expect(JSON.parse(json)).toMatchObject({ name: evil, description: evil, model: evil })
  })
})

describe('omits missing parts', () => {
  test('questions, if they are disabled', () => {
    expect(renderItemPage(carSheet).html).toContain('<span lang="ja">質問</span>')
    expect(renderItemPage({ ...carSheet, ask: null }).html).not.toContain('Fragen')
  })

  test('the player script, without a recording', () => {
    expect(renderItemPage(artSheet).html).toContain('src="/public/player.js')
    const { html } = renderItemPage({ ...artSheet, recording: null })
    expect(html).not.toContain('player.js')
    expect(html).not.toContain('<audio')
  })

  test('everything but the number', () => {
    const bare = { name: '', description: ' \n ', tags: {}, pictures: [] }
    expect(renderItemPage({ ...carSheet, ...bare, rows: [] }).html).toContain('<h1>Car</h1>')
    const { html } = renderItemPage({
      ...artSheet,
      ...bare,
      rows: [],
      musicRows: [],
      recording: null,
    })
    expect(html).toContain('<h1>Artwork</h1>')
    expect(html).not.toMatch(/<table|<section|<figure|class="description"/)
  })
})

test('replaces an invisible name, and shortens a description between emojis', () => {
  const { html } = renderItemPage({
    ...carSheet,
    name: '\u200b\u2060',
    description: `x${'🚗'.repeat(150)}`,
  })
  expect(html).toContain('<h1>Car</h1>')
  const [, description = ''] = /<meta name="description" content="([^"]*)"/.exec(html) ?? []
  expect(description).toMatch(/^x🚗+ …$/u)
  expect(description.isWellFormed()).toBe(true)
})

test.for([
  ['car', carSheet, ['>Model<', '>Year<', 'width="200"']],
  ['art', artSheet, ['data-play', '>Composer<', '>Artist<', '>Year<']],
] as const)(
  'shows the parts of a %s in the specified order, with links to others at the end',
  ([, sheet, specified]) => {
    const description = `Light.\n \n\nAnd fast.\nStill the same paragraph.\n\n${'A sentence. '.repeat(500)}`
    const rows = [...sheet.rows, { key: 'year', label: 'Year', value: '1924' }]
    const next = { href: '/car/8', name: 'Next', language: '', thumbnail: null, year: '' } as const
    const neighbours = { previous: null, next, more: [] }
    const { html } = renderItemPage({
      ...sheet,
      ask: carSheet.ask,
      description,
      rows,
      pictures: carSheet.pictures,
      neighbours,
      pdf: '/pdf',
    })
    const body = html.slice(html.indexOf('<body>'))
    const [descriptionPart = '', ...otherParts] =
      body.match(/<div class="description".*?<\/div>/gs) ?? []
    expect(otherParts).toEqual([])
    expect(
      [...descriptionPart.matchAll(/<p>(.*?)<\/p>/gs)].map(([, paragraph]) => paragraph),
    ).toEqual(['Light.', 'And fast.\nStill the same paragraph.', 'A sentence. '.repeat(500).trim()])
    const marks = [
      ...['class="picture"', '<h1', 'class="headline"', ...specified, descriptionPart, 'Fragen'],
      ...['class="around"', '>PDF<', '©'],
    ]
    expect(marks.filter((mark) => !body.includes(mark))).toEqual([])
    expect(marks.toSorted((a, b) => body.indexOf(a) - body.indexOf(b))).toEqual(marks)
    // Only the language switcher is collapsed.
    expect(body.match(/<details/g)).toHaveLength(1)
  },
)

test('omits what the name contains from the line below it', () => {
  const readHeadline = (name: string, rows: Record<string, string>) =>
    /<p class="headline"[^>]*>(.*?)<\/p>/.exec(
      renderItemPage({
        ...carSheet,
        name,
        rows: Object.entries(rows).map(([key, value]) => ({ key, label: key, value })),
      }).html,
    )?.[1]
  expect(readHeadline('Bugatti Type 35', { model: 'Type 35', year: '1924', colour: 'Blue' })).toBe(
    '1924',
  )
  expect(readHeadline('Monteverdi 375', { year: '1971', model: 'High Speed' })).toBe(
    'High Speed, 1971',
  )
  expect(readHeadline('Jaguar SS', { model: 'S' })).toBe('S')
  expect(readHeadline('Velo 1896', { year: '1896' })).toBeUndefined()
})

test('names the artist in the titles of pages and link previews, unless the name does', () => {
  const readTitles = (name: string) =>
    [/<title>(.*?)</, /og:title" content="(.*?)"/].map(
      (title) => title.exec(renderItemPage({ ...artSheet, name }).html)?.[1],
    )
  expect(readTitles('Genfersee')).toEqual([
    'Genfersee, Ferdinand Hodler – La Grange',
    'Genfersee, Ferdinand Hodler',
  ])
  expect(readTitles('Ferdinand Hodler am Niesen')).toEqual([
    'Ferdinand Hodler am Niesen – La Grange',
    'Ferdinand Hodler am Niesen',
  ])
})

test('gives screen readers the museum’s name once, from its logo', () => {
  const [, head = ''] =
    /<a class="museum"[^>]*>(.*?)<\/a>/s.exec(renderItemPage(artSheet).html) ?? []
  expect(head).toContain('role="img" aria-label="La Grange"')
  expect(head).toContain('<span aria-hidden="true">La Grange</span>')
})

test('marks texts in another or unknown language, but not numbers', () => {
  const { html } = renderItemPage({
    ...artSheet,
    lang: 'fr',
    name: 'قصر',
    languages: { name: '', description: 'de', music_detail: 'fr' },
    tags: { artist: 'Hodler', year: '1905', music_detail: 'Un' },
    original: 'de',
    rows: [
      { key: 'artist', label: 'Artiste', value: 'Hodler' },
      { key: 'year', label: 'Année', value: '1905' },
      // Translated by the glossary.
      { key: 'technique', label: 'Technique', value: 'Huile sur toile' },
    ],
    musicRows: [{ key: 'music_detail', label: 'Détails', value: 'Un' }],
  })
  expect(html).toContain('<h1 lang="" dir="auto">قصر</h1>')
  expect(html).toContain('<div class="description" lang="de" dir="auto"><p>A lake.')
  expect([...html.matchAll(/<td.*?<\/td>/g)].map(([cell]) => cell)).toEqual([
    '<td>Un</td>',
    '<td lang="" dir="auto">Hodler</td>',
    '<td>1905</td>',
    '<td>Huile sur toile</td>',
  ])
})

test.for(labelLanguages)('in %s, says that a text is in another language or outdated', (lang) => {
  const readNotices = (changes: Partial<ItemPageProps>) =>
    [
      ...renderItemPage({ ...artSheet, lang, ...changes }).html.matchAll(
        /<p class="notice">(.*?)<\/p>/g,
      ),
    ].map(([, text]) => text)
  expect(readNotices({})).toEqual([])
  // There is no note about an unknown language.
  expect(readNotices({ original: '' })).toEqual([])
  const [german = '', revised] = readNotices({ original: 'de', outdated: true })
  expect(german).toContain(new Intl.DisplayNames(lang, { type: 'language' }).of('de'))
  expect(german).not.toContain('{')
  expect(revised).toBeTruthy()
})

test.for(labelLanguages)('in %s, has a message for unreachable questions', (lang) => {
  const readMessage = (page: ItemPageProps) =>
    /data-unreachable="(.+?)"/.exec(renderItemPage(page).html)?.[1]
  expect(readMessage({ ...carSheet, lang })).toBeTruthy()
  expect(readMessage({ ...carSheet, lang }) === readMessage(carSheet)).toBe(lang === 'en')
})

test('typesets values on French pages as French, except those in another language', () => {
  const row = (key: string, value: string) => ({ key, label: key, value })
  const { html } = renderItemPage({
    ...artSheet,
    lang: 'fr',
    tags: {},
    languages: { ...artSheet.languages, music_detail: 'de' },
    rows: [row('artist', 'Voiles: 2'), { ...row('title', 'Abend: « Stille »'), isOriginal: true }],
    musicRows: [row('music_detail', 'Satz: « lent »')],
  })
  expect(html).toContain('Voiles\u202f: 2</p>')
  expect([...html.matchAll(/<td[^>]*>(.*?)<\/td>/g)].map(([, value]) => value)).toEqual([
    'Satz: «\u00a0lent\u00a0»',
    'Voiles\u202f: 2',
    'Abend: «\u00a0Stille\u00a0»',
  ])
})

test('typesets credits as French on French papers only', () => {
  expect(formatPictureRights('fr', 'Anna Muster', '')).toBe('Image\u202f: Anna Muster')
  expect(formatPictureRights('fr', 'Illustration: Anna', '')).toBe('Illustration\u202f: Anna')
  expect(formatPictureRights('de', 'Illustration: Anna', '')).toBe('Illustration: Anna')
})

test('RenderedPage.style is the content of the style element', () => {
  const { html, style } = renderItemPage(carSheet)
  expect(html).toContain(`<style>${style}</style>`)
})
