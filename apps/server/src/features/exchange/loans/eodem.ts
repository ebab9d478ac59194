import { lidoFile } from '../lido/lido.ts'
import type { ExchangeRecord } from '../record.ts'

/** Exhibition Object Data Exchange Model 1.0: LIDO 1.1 for handing an item to another museum's program for a loan. */
export const eodemDocument = (record: ExchangeRecord, isPublished: boolean, exportedAt: string): string =>
  lidoFile(record, { datestamp: exportedAt, isPublished, forBorrowers: true })
