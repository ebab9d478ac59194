import { expect, test } from 'vitest'
import { buildItemDetail, buildObjectRecord } from '../../../test/object-records.ts'
import { toDublinCore } from './dc.ts'
import { renderLidoDocument } from './lido.ts'
import { toLinkedArt } from './linked-art.ts'

test('names the foundation in LIDO as rights holder only of pictures under its licence', () => {
  const picture = {
    name: '0123456789abcdef',
    fileName: 'lake.jpg',
    width: 400,
    height: 300,
    kind: 'view',
    credit: 'Photo: A. Blanc',
    licence: '',
    public: true,
    alt: { fr: 'Le lac', de: '', en: '' },
  } as const
  const pictureWithOwnLicence = { ...picture, name: 'a'.repeat(16), licence: 'InC' } as const
  const pictures = [picture, pictureWithOwnLicence]
  const lido = renderLidoDocument(buildObjectRecord(buildItemDetail('art', { pictures })))
  const [, withLicenceOfFoundation = '', withOwnLicence = ''] = lido.split('<lido:resourceSet ')
  expect(withLicenceOfFoundation).toContain('<lido:rightsHolder>')
  expect(withOwnLicence).not.toContain('<lido:rightsHolder>')
  expect(withOwnLicence).toContain('>In Copyright<')
})

test('exports the make of a car as an organisation in every format', () => {
  const record = buildObjectRecord(buildItemDetail('car', { name: 'Alfa Romeo 6C 1750', tags: {} }))
  expect(toDublinCore(record).markup).toContain('<dc:creator>Alfa Romeo</dc:creator>')
  const [, actorMarkup] =
    /<lido:eventActor>(.*)<\/lido:eventActor>/.exec(renderLidoDocument(record)) ?? []
  expect(actorMarkup).toContain(
    '<lido:actor lido:type="http://terminology.lido-schema.org/lido00413">',
  )
  expect(actorMarkup).toMatch(
    /"display name">Alfa Romeo<.*<lido:term xml:lang="en">manufacturer<\/lido:term>/,
  )
  expect(toLinkedArt(record)).toMatchObject({
    produced_by: { carried_out_by: [{ type: 'Group', _label: 'Alfa Romeo' }] },
  })
})
