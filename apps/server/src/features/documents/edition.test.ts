import { designTokens, inventoryTypes } from '@vitrine/contract'
import { expect, test } from 'vitest'
import { fontNames } from '../../adapters/pdf/fonts.ts'
import { hashEdition, readPaperLook } from './edition.ts'

const now = readPaperLook()

test('hashes colours, museums, fonts, engine and the sources of layouts', () => {
  expect(now).toMatchObject({
    look: designTokens,
    museums: inventoryTypes,
    engine: expect.stringContaining(process.arch),
  })
  expect(new Set(now.fonts).size).toBe(fontNames.length)
  const names = now.sources.map(({ name }) => name)
  for (const name of [
    './label-paper.ts',
    '../../adapters/pdf/templates/shared.typ',
    '../../adapters/qr/qr-code.ts',
  ]) {
    expect(names).toContain(name)
  }
})

test('changes the edition with each of its parts', () => {
  const { car, art } = now.museums
  const others = [
    now,
    { ...now, look: { ...now.look, light: { ...now.look.light, text: '#000001' } } },
    { ...now, museums: { art, car: { ...car, accent: { ...car.accent, light: '#000001' } } } },
    { ...now, museums: { art, car: { ...car, museum: 'Le Garage' } } },
    { ...now, fonts: now.fonts.toReversed() },
    { ...now, engine: 'another' },
    { ...now, sources: now.sources.slice(1) },
  ] as (typeof now)[]
  expect(new Set(others.map(hashEdition)).size).toBe(others.length)
  expect(hashEdition(readPaperLook())).toBe(hashEdition(now))
})
