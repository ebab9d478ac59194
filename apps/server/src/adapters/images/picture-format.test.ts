import { expect, test } from 'vitest'
import { detectPictureFormat, findFileExtension } from './picture-format.ts'

test.for([
  ['\xff\xd8\xff\xe0', 'jpeg'],
  ['\x89PNG\r\n\x1a\n', 'png'],
  ['GIF87a', 'gif'],
  ['GIF89a', 'gif'],
  ['RIFF\x10\0\0\0WEBPVP8 ', 'webp'],
  ['RIFF\x10\0\0\0WAVEfmt ', null],
  ['II*\0', 'tiff'],
  ['MM\0*', 'tiff'],
  ['II+\0', 'tiff'],
  ['\0\0\0\x1cftypavif\0\0\0\0avifmif1miaf', 'avif'],
  ['\0\0\0\x1cftypmif1\0\0\0\0mif1avifmiaf', 'avif'],
  ['\0\0\0\x18ftypheic\0\0\0\0mif1heic', 'heic'],
  ['\0\0\0\x18ftypmif1\0\0\0\0mif1heic', 'heic'],
  ['\0\0\0\x18ftypmp42\0\0\0\0isommp42', null],
  [' \xff\xd8\xff', null],
  ['<svg xmlns="http://www.w3.org/2000/svg">', null],
  ['%PDF-1.7', null],
  ['', null],
] as const)('detects %j as %s', ([head, format]) => {
  expect(detectPictureFormat(Buffer.from(head, 'latin1'))).toBe(format)
})

test('finds the file name extension of each format', () => {
  expect(['image/jpeg', 'image/tiff', 'image/heic', 'audio/mpeg'].map(findFileExtension)).toEqual([
    'jpg',
    'tif',
    'heic',
    undefined,
  ])
})
