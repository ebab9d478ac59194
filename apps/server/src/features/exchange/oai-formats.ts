import type { ObjectRecord } from '../object-record/index.ts'
import { dublinCoreFormat, toDublinCore } from './dc.ts'
import { lidoFormat, toLido } from './lido.ts'
import { OaiError } from './oai-arguments.ts'
import type { Xml } from './xml.ts'

interface OaiFormat {
  readonly prefix: string
  readonly schema: string
  readonly namespace: string
  readonly render: (record: ObjectRecord, datestamp: string) => Xml
}

export const oaiFormats: readonly OaiFormat[] = [
  { ...dublinCoreFormat, render: (record) => toDublinCore(record) },
  { ...lidoFormat, render: toLido },
]

// The characters of a prefix by the schema of OAI-PMH.
const prefixPattern = /^[\w.!~*'()-]+$/

export function getFormat(prefix: string | undefined): OaiFormat {
  if (!prefix || !prefixPattern.test(prefix))
    throw new OaiError('badArgument', 'The metadataPrefix is not well-formed.')
  const format = oaiFormats.find((candidate) => candidate.prefix === prefix)
  if (!format)
    throw new OaiError('cannotDisseminateFormat', `The format “${prefix}” does not exist here.`)
  return format
}
