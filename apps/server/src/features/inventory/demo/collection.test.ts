import { expect, test } from 'vitest'
import { drawSvg } from '../../../adapters/images/draw-svg.ts'
import { demoCollection, type Exhibit, exhibits } from './collection.ts'
import { artPicture } from './drawing/art-picture.ts'
import { carPicture } from './drawing/car-picture.ts'

const drawn = ({ type, number, told }: Exhibit) =>
  type === 'car' ? carPicture(number, told.look) : artPicture(number, told.size, told.look)

test('the collection has 48 cars and 60 artworks, twelve of them with a recording', () => {
  expect(demoCollection.car).toHaveLength(48)
  expect(demoCollection.art).toHaveLength(60)
  expect(demoCollection.art.filter(({ told }) => told.recording)).toHaveLength(12)
  expect(new Set(exhibits.map(({ identifier }) => identifier)).size).toBe(108)
  expect(demoCollection.art[0]).toMatchObject({ identifier: 'LG-001', number: 101 })
})

test('every picture is another one, and the same one each time', () => {
  const pictures = exhibits.map(drawn)
  expect(new Set(pictures).size).toBe(108)
  expect(exhibits.map(drawn)).toEqual(pictures)
})

test('no picture holds words or a number that went wrong', () => {
  for (const exhibit of exhibits) expect(drawn(exhibit)).not.toMatch(/<text|NaN|undefined|Infinity/)
})

test('a drawing becomes a JPEG', async () => {
  const [car] = demoCollection.car
  const jpeg = await drawSvg(car ? drawn(car) : '')
  expect(jpeg.subarray(0, 3).toString('hex')).toBe('ffd8ff')
})
