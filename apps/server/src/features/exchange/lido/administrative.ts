import { licences } from '@vitrine/contract'
import { attributesAbout, type ExchangeRecord, type RecordPicture } from '../record.ts'
import type { Xml } from '../xml.ts'
import { appellation, concept, legalBody, lido, rightsType, texts, wrap } from './markup.ts'
import * as terms from './terms.ts'

/** Owner and rights of the record, and its pictures. */
export function administrativeMetadata(record: ExchangeRecord, datestamp: string | null, isPublished: boolean): Xml {
  const { names, foundation, site, page } = record
  const collections = attributesAbout(record, 'collection')
  const credit = [foundation, record.museum, ...collections.map(({ values }) => values[0].text)].join(', ')
  return lido('administrativeMetadata', { 'xml:lang': names[0].lang || 'und' }, [
    lido('rightsWorkWrap', {}, lido('rightsWorkSet', {}, lido('creditLine', {}, credit))),
    lido(
      'recordWrap',
      {},
      lido('recordID', terms.local, recordId(record)),
      concept('recordType', terms.singleItem),
      legalBody('recordSource', foundation, site),
      record.licence &&
        lido('recordRights', {}, rightsType(record.licence), legalBody('rightsHolder', foundation, site)),
      lido(
        'recordInfoSet',
        { 'lido:type': terms.lidoRecord },
        isPublished && lido('recordInfoLink', { 'lido:formatResource': 'text/html' }, page),
        datestamp && lido('recordMetadataDate', { 'lido:type': terms.created }, datestamp),
      ),
      collections.map(({ values }) => lido('collection', {}, lido('object', {}, appellation('objectName', values)))),
    ),
    wrap(
      'resourceWrap',
      record.pictures.map((picture, index) => resourceOf(record, picture, index + 1)),
    ),
  ])
}

export const recordId = ({ type, number }: ExchangeRecord): string => `${type}/${number}`

function resourceOf({ foundation, site }: ExchangeRecord, picture: RecordPicture, position: number): Xml {
  const { name, credit, alt, licence, hasOwnLicence } = picture
  // The public domain has no rights holder; the holder of a picture with its own licence is not recorded.
  const isOurs = !hasOwnLicence && licence?.uri !== licences['PDM-1.0'].uri
  const link = (type: string, address: string) =>
    lido(
      'resourceRepresentation',
      { 'lido:type': type },
      lido('linkResource', { 'lido:formatResource': 'image/jpeg' }, address),
    )
  return lido(
    'resourceSet',
    { 'lido:sortorder': String(position) },
    lido('resourceID', terms.local, name),
    link(terms.provided, picture.full),
    link(terms.preview, picture.preview),
    concept('resourceType', terms.digitalImage),
    texts('resourceDescription', alt),
    licence &&
      lido(
        'rightsResource',
        {},
        rightsType(licence),
        isOurs && legalBody('rightsHolder', foundation, site),
        credit && lido('creditLine', {}, credit),
      ),
  )
}
