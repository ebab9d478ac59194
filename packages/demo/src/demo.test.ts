import { readdirSync, readFileSync, statSync } from 'node:fs'
import { basename } from 'node:path'
import { fileURLToPath } from 'node:url'
import {
  compareTranslation,
  findGaps,
  formatTextDifference,
  getFieldTextState,
  getOriginalText,
  getTextState,
  labelLanguages,
  type TextLanguage,
  textLanguages,
} from '@vitrine/contract'
import { expect, test } from 'vitest'
import { demoAccounts, readDemo } from './index.ts'

const mediaFolder = fileURLToPath(new URL('../media', import.meta.url))
const demo = readDemo(new Date('2026-05-31T12:00:00Z'))

test('has 48 cars and 60 artworks with unique identifiers', () => {
  expect(demo.items.filter(({ type }) => type === 'car')).toHaveLength(48)
  expect(demo.items.filter(({ type }) => type === 'art')).toHaveLength(60)
  expect(new Set(demo.items.map(({ identifier }) => identifier)).size).toBe(108)
})

test('every item has pictures of its own, and every media file is used', () => {
  const files = demo.items.flatMap(({ pictures, recording }) => [
    ...pictures.map(({ file }) => file),
    ...(recording ? [recording] : []),
  ])
  expect(demo.items.filter(({ pictures }) => pictures.length > 1)).toHaveLength(5)
  expect(files).toHaveLength(126)
  expect(files.map(({ path }) => basename(path)).sort()).toEqual(readdirSync(mediaFolder).sort())
  expect(new Set(files.map(({ path }) => readFileSync(path).toString('base64'))).size).toBe(126)
})

test('recordings are shorter than a minute, and texts do not contradict', () => {
  const bytesPerMinute = (48_000 / 8) * 60
  const promises = demo.items.flatMap(({ identifier, recording, description, texts }) => {
    if (!recording) return []
    expect(statSync(recording.path).size).toBeLessThan(bytesPerMinute)
    const read = [
      description,
      ...Object.values(texts).map((fields) => fields?.description?.text ?? ''),
    ]
    return read.some((text) => /minut/i.test(text)) ? [identifier] : []
  })
  expect(promises).toEqual([])
})

test('media take at most 6 MB', () => {
  const bytes = readdirSync(mediaFolder).map((name) => statSync(`${mediaFolder}/${name}`).size)
  expect(bytes.reduce((sum, size) => sum + size)).toBeLessThanOrEqual(6_000_000)
})

test('texts are in the stated language', () => {
  const facts = { hasPicture: true, lacksAlt: false }
  const wrong = demo.items.filter((item) =>
    findGaps({ ...item, ...facts }, [], 2026).includes('language'),
  )
  expect(wrong.map(({ identifier }) => identifier)).toEqual([])
})

test('the glossary has every value in nine languages, countries with standard names', () => {
  const { country: _, ...terms } = demo.glossary
  for (const values of Object.values(terms))
    for (const [value, texts] of Object.entries(values))
      expect(Object.keys(texts).sort(), value).toEqual([...labelLanguages].sort())
})

test('one account of each role can sign in', () => {
  expect(demoAccounts.emails).toEqual([
    'root@example.org',
    'admin@example.org',
    'employee@example.org',
  ])
})

test('comments refer to users and items; dates are close to today', () => {
  for (const { by, identifier, at, task } of demo.comments) {
    for (const name of [by, task?.for ?? by, task?.done?.by ?? by])
      expect(demo.users.map(({ firstName }) => firstName)).toContain(name)
    expect(demo.items.map((item) => item.identifier)).toContain(identifier)
    expect(at < '2026-05-31T12:00:00Z' && at > '2025-05-31').toBe(true)
  }
  const openFor = demo.comments.flatMap(({ task }) => (task && !task.done ? [task.for] : []))
  expect(new Set(openFor)).toEqual(new Set(['Claire', 'Matthias', 'Noémie', undefined]))
  expect(demo.comments.some(({ task }) => task?.done)).toBe(true)
  expect(demo.journal.entries).toHaveLength(400)
  expect(
    demo.journal.entries.filter(({ comment }) => comment.includes('LM-013')).length,
  ).toBeGreaterThan(3)
  const days = demo.journal.entries.map(({ date }) => date).sort()
  expect([days[0]?.slice(0, 4), days.at(-1)?.slice(0, 7)]).toEqual(['2024', '2026-05'])
  expect(new Set(demo.journal.entries.flatMap(({ tags }) => tags))).toEqual(
    new Set(demo.journal.tags),
  )
  expect(demo.events.map(({ date }) => date)).toEqual([
    '2026-04-13',
    '2026-05-22',
    '2026-06-06',
    '2026-06-20',
    '2026-07-04',
    '2026-08-01',
  ])
})

test('every text has three languages; six items have outdated translations', () => {
  const states = demo.items.flatMap((item) =>
    textLanguages.map((language) => [item.identifier, getTextState(item, language)]),
  )
  const texts = states.filter(
    ([identifier]) => demo.items.find((item) => item.identifier === identifier)?.description,
  )
  expect(texts.filter(([, state]) => state === 'missing' || state === 'draft')).toEqual([])
  expect(
    texts.filter(([, state]) => state === 'outdated').map(([identifier]) => identifier),
  ).toEqual(['LM-005', 'LM-020', 'LM-031', 'LG-002', 'LG-010', 'LG-030'])
})

test('revisions differ from the current text and translation', () => {
  for (const { description, texts, revision } of demo.items) {
    if (!revision) continue
    expect(revision.earlier.description).not.toBe(description)
    expect(Object.keys(revision.earlier.texts)).toHaveLength(1)
    for (const [language, earlier] of Object.entries(revision.earlier.texts))
      expect(texts[language as TextLanguage]).toEqual(earlier)
  }
})

test('checked translations cause almost no false warnings', () => {
  const namingAttributes = ['model', 'origin', 'country', 'artist', 'composer', 'music']
  const marks = demo.items.flatMap((item) =>
    textLanguages.flatMap((language) =>
      Object.entries(item.texts[language] ?? {}).flatMap(([field, { text }]) => {
        if (getFieldTextState(item, language, field) !== 'checked') return []
        const from = { text: getOriginalText(item, field), language: item.language }
        const kept = item.texts[language]?.name?.text === item.name ? [item.name] : []
        const names = [...namingAttributes.flatMap((key) => item.tags[key] ?? []), ...kept]
        const found = compareTranslation(from, { text, language }, names, field === 'name')
        return found.map(
          (difference) =>
            `${item.identifier} ${language} ${field}: ${formatTextDifference(difference)}`,
        )
      }),
    ),
  )
  expect(marks.length, marks.join('\n')).toBeLessThanOrEqual(5)
})
