import { designTokens, inventoryTypes } from '@vitrine/contract'
import { expect, test } from 'vitest'
import { fontNames } from '../../adapters/pdf/fonts.ts'
import { hashEdition, readPaperLook } from './edition.ts'

const currentLook = readPaperLook()

test('readPaperLook reads colours, museums, fonts, engine and the sources of layouts', () => {
  expect(currentLook).toMatchObject({
    colours: designTokens,
    museums: inventoryTypes,
    engine: expect.stringContaining(process.arch),
  })
  expect(new Set(currentLook.fonts).size).toBe(fontNames.length)
  const names = currentLook.sources.map(({ name }) => name)
  for (const name of [
    './label-paper.ts',
    '../../adapters/pdf/templates/shared.typ',
    '../../adapters/qr/qr-code.ts',
  ]) {
    expect(names).toContain(name)
  }
})

test('hashEdition differs if colours, museums, fonts, engine or sources differ', () => {
  const { car, art } = currentLook.museums
  const looks = [
    currentLook,
    {
      ...currentLook,
      colours: {
        ...currentLook.colours,
        light: { ...currentLook.colours.light, text: '#000001' },
      },
    },
    {
      ...currentLook,
      museums: { art, car: { ...car, accent: { ...car.accent, light: '#000001' } } },
    },
    { ...currentLook, museums: { art, car: { ...car, museum: 'Le Garage' } } },
    { ...currentLook, fonts: currentLook.fonts.toReversed() },
    { ...currentLook, engine: 'another' },
    { ...currentLook, sources: currentLook.sources.slice(1) },
  ] as (typeof currentLook)[]
  expect(new Set(looks.map(hashEdition)).size).toBe(looks.length)
  expect(hashEdition(readPaperLook())).toBe(hashEdition(currentLook))
})
