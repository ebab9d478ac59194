import {
  type AssistantLanguage,
  type Attribute,
  type ItemDetail,
  textLanguages,
} from '@vitrine/contract'
import { instant } from '../../base/clock.ts'
import { fail, notFound } from '../../base/failure.ts'
import type { Context } from '../../context.ts'
import type { Actor } from '../../http/access.ts'
import type { FinishedAnswer } from '../../http/finished.ts'
import { attributeCatalogue } from '../attributes/index.ts'
import { conditionService } from '../conditions/index.ts'
import {
  type ItemCondition,
  type ObjectIdPicture,
  printConditionReports,
  printObjectId,
} from '../documents/index.ts'
import { renderEodemDocument } from '../exchange/index.ts'
import { toVisitorItem } from '../factsheets/index.ts'
import { itemReader } from '../items/index.ts'
import { type ObjectRecord, toObjectRecord, typeConcepts } from '../object-record/index.ts'

const unknownItemMessage =
  'There is no such item. It may have been deleted: please reload the page.'

/** Files about items, public or not, for a museum that borrows it. */
export const loanService = (context: Context) => {
  const { clock, publicUrl, config, get } = context
  const items = get(itemReader)
  const catalogue = get(attributeCatalogue)

  async function readLoan(id: number): Promise<{ item: ItemDetail; record: ObjectRecord }> {
    const item = (await items.find(id)) ?? fail(notFound(unknownItemMessage))
    if (item.archived) throw notFound(`${item.identifier} is archived. Please restore it first.`)

    const { staffAttributes } = typeConcepts[item.type_name].borrowers
    const isForBorrowers = ({ audience, tag_key }: Attribute) =>
      audience === 'visitors' || staffAttributes.includes(tag_key)
    const sharedAttributes = (await catalogue.active(item.type_name)).filter(isForBorrowers)
    return {
      item,
      record: toObjectRecord(toVisitorItem(item, sharedAttributes), sharedAttributes, {
        site: publicUrl(),
        config,
      }),
    }
  }

  return {
    async objectId(id: number, signal: AbortSignal): Promise<FinishedAnswer> {
      const { item, record } = await readLoan(id)
      return printObjectId(context, { record, pictures: listBorrowerPictures(item) }, signal)
    },

    /** One report per item. Unlike the other files, it holds remarks and photos for staff. */
    async conditionReport(
      actor: Actor,
      { ids, lang }: { readonly ids: readonly number[]; readonly lang: AssistantLanguage },
      signal: AbortSignal,
    ): Promise<FinishedAnswer> {
      const reported: ItemCondition[] = []
      for (const id of new Set(ids)) {
        const { item, record } = await readLoan(id)
        const [picture] = listBorrowerPictures(item)
        const { checks } = await get(conditionService).ofItem(actor, id)
        reported.push({ record, picture, checks })
      }
      return printConditionReports(context, lang, reported, signal)
    },

    async eodem(id: number): Promise<FinishedAnswer> {
      const { item, record } = await readLoan(id)
      // A withdrawn item has no public page or pictures to link to, and no public licence.
      const linkedRecord = item.public ? record : { ...record, pictures: [], licence: null }
      return {
        type: 'application/xml; charset=utf-8',
        // The file states the time of its creation, so that no two are equal.
        etag: crypto.randomUUID(),
        cache: 'revalidate',
        content: {
          plain: Buffer.from(renderEodemDocument(linkedRecord, item.public, instant(clock))),
        },
        file: { name: `${record.identifier} – EODEM.xml`, download: true },
      }
    },
  }
}

/** Public pictures, except historic ones from archives; all pictures of the item's condition. */
const listBorrowerPictures = ({ pictures }: ItemDetail): ObjectIdPicture[] =>
  pictures
    .filter(
      ({ kind, public: isPublic }) => kind === 'condition' || (isPublic && kind !== 'archive'),
    )
    .map(({ name, width, height, kind, credit, alt }) => ({
      name,
      width,
      height,
      kind,
      credit,
      // English, else the first language with a text.
      alt: alt.en || textLanguages.map((lang) => alt[lang]).find(Boolean) || '',
    }))
