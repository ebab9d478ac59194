import { type Attribute, type ItemDetail, type PictureKind, textLanguages } from '@vitrine/contract'
import { instant } from '../../base/clock.ts'
import { fail, missing } from '../../base/failure.ts'
import type { Context } from '../../context.ts'
import type { Finished } from '../../http/finished.ts'
import { catalogueOf } from '../attributes/index.ts'
import { toVisitorItem } from '../factsheets/index.ts'
import { itemReads } from '../inventory/index.ts'
import { typeConcepts } from './concepts.ts'
import { lidoFile } from './lido.ts'
import { type ExchangeRecord, toRecord } from './record.ts'

export interface LoanPicture {
  readonly name: string
  readonly width: number
  readonly height: number
  readonly kind: PictureKind
  readonly credit: string
  readonly alt: string
}

/** The record of an item for a museum that borrows it, public or not. */
export const loanService = ({ clock, publicUrl, config, get }: Context) => {
  const [items, catalogue] = [get(itemReads), get(catalogueOf)]
  async function find(id: number): Promise<{ item: ItemDetail; record: ExchangeRecord }> {
    const item = (await items.find(id)) ?? fail(missing('There is no such item.'))
    if (item.archived) throw missing('This item is archived. Please restore it first.')
    const isForBorrowers = ({ audience, tag_key }: Attribute) =>
      audience === 'visitors' || typeConcepts[item.type_name].borrowers.unlessPublic.includes(tag_key)
    const shared = (await catalogue.active(item.type_name)).filter(isForBorrowers)
    return { item, record: toRecord(toVisitorItem(item, shared), shared, { site: publicUrl(), config }) }
  }

  return {
    /** With the public pictures and those of its condition, but not those from archives, which show it as it was. */
    async read(id: number): Promise<{ record: ExchangeRecord; pictures: LoanPicture[] }> {
      const { item, record } = await find(id)
      const pictures = item.pictures.filter(
        ({ kind, public: isShown }) => kind === 'condition' || (isShown && kind !== 'archive'),
      )
      return {
        record,
        pictures: pictures.map(({ name, width, height, kind, credit, alt }) => ({
          name,
          width,
          height,
          kind,
          credit,
          alt: alt.en || textLanguages.map((lang) => alt[lang]).find(Boolean) || '',
        })),
      }
    },

    async eodem(id: number): Promise<Finished> {
      const { item, record } = await find(id)
      // An item that is not public has neither a page nor pictures to link to, and no public licence.
      const linked = item.public ? record : { ...record, pictures: [], licence: null }
      return {
        type: 'application/xml; charset=utf-8',
        name: crypto.randomUUID(),
        cache: 'ask',
        content: { plain: Buffer.from(eodemDocument(linked, item.public, instant(clock))) },
        file: { name: `${record.identifier} – EODEM.xml`, download: true },
      }
    },
  }
}

/** Exhibition Object Data Exchange Model 1.0: LIDO 1.1 for handing an item to another museum's program for a loan. */
const eodemDocument = (record: ExchangeRecord, isPublished: boolean, exportedAt: string): string =>
  lidoFile(record, { datestamp: exportedAt, isPublished, forBorrowers: true })
