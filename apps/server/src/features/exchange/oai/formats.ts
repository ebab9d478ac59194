import { dublinCore, oaiDc } from '../dc.ts'
import { lidoFormat, lidoOf } from '../lido/lido.ts'
import type { ExchangeRecord } from '../record.ts'
import type { Xml } from '../xml.ts'
import { OaiError } from './arguments.ts'

interface Format {
  readonly prefix: string
  readonly schema: string
  readonly namespace: string
  readonly write: (record: ExchangeRecord, datestamp: string) => Xml
}

export const formats: readonly Format[] = [
  { ...oaiDc, write: (record) => dublinCore(record) },
  { ...lidoFormat, write: lidoOf },
]

const isPrefix = /^[\w.!~*'()-]+$/

export function formatOf(prefix: string | undefined): Format {
  if (!prefix || !isPrefix.test(prefix)) throw new OaiError('badArgument', 'The metadataPrefix is not well-formed.')
  const found = formats.find((format) => format.prefix === prefix)
  if (!found) throw new OaiError('cannotDisseminateFormat', `There is no format “${prefix}” here.`)
  return found
}
