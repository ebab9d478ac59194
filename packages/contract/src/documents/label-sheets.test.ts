import { expect, test } from 'vitest'
import { findSheetProblem, labelSheets, layOutLabels } from './label-sheets.ts'

const { sheet } = labelSheets['three-by-seven']

test('predefined label sheets fit on A4', () => {
  for (const { sheet } of Object.values(labelSheets)) expect(findSheetProblem(sheet)).toBeNull()
})

test('layOutLabels skips used positions of the first page only', () => {
  const places = layOutLabels(sheet, 22, [0, 2])
  expect(places[0]).toEqual({ page: 0, x: 73.25, y: 15.15 })
  expect(places[1]).toEqual({ page: 0, x: 7.25, y: 53.25 })
  expect(places.filter(({ page }) => page === 0)).toHaveLength(19)
  expect(places[19]).toEqual({ page: 1, x: 7.25, y: 15.15 })
})

test('layOutLabels leaves out a first page without free positions', () => {
  const [place] = layOutLabels(
    sheet,
    1,
    Array.from({ length: 21 }, (_, index) => index),
  )
  expect(place?.page).toBe(0)
})

test('findSheetProblem tells by how much the labels exceed the page', () => {
  expect(findSheetProblem({ ...sheet, width: 70 })).toBe(
    'The labels are 12.3 mm wider than the page.',
  )
  expect(findSheetProblem({ ...sheet, top: 40 })).toBe(
    'The labels are 9.7 mm taller than the page.',
  )
  expect(findSheetProblem({ ...sheet, width: 20 })).toContain('at least 30 × 18 mm')
  expect(findSheetProblem({ ...sheet, gapX: Number.NaN })).toBe('Please fill in every measurement.')
})
