import { getOriginalText, type ItemTexts, textLanguages } from '@vitrine/contract'
import { readTexts } from './texts.ts'

type Item = ReturnType<typeof readTexts.items>[number]
type Revision = ReturnType<typeof readTexts.revisions>[number]

/** The items with their translations, and the earlier state of corrected ones. */
export function readItems() {
  const translations = textLanguages.map(
    (language) => [language, readTexts.translations(language)] as const,
  )
  const revisions = new Map(
    readTexts.revisions().map((revision) => [revision.identifier, revision]),
  )
  return readTexts.items().map((item) => {
    const texts: ItemTexts = Object.fromEntries(
      translations.flatMap(([language, all]) => {
        const fields = all[item.identifier]
        return fields ? [[language, toTranslations(item, fields)]] : []
      }),
    )
    const revision = revisions.get(item.identifier)
    return revision ? reviseItem(item, texts, revision) : { ...item, texts, revision: null }
  })
}

const toTranslations = (item: Item, fields: Readonly<Record<string, string>>) =>
  Object.fromEntries(
    Object.entries(fields).map(([field, text]) => [
      field,
      { text, state: 'checked', source: getOriginalText(item, field) } as const,
    ]),
  )

/** Reverts the passages of the original and its outdated translations to their earlier state. */
function reviseItem(item: Item, texts: ItemTexts, { by, daysAgo, original, outdated }: Revision) {
  const description = item.description.replace(original.now, original.earlier)
  const left: ItemTexts = Object.fromEntries(
    textLanguages.flatMap((language) => {
      const [fields, passage] = [texts[language], outdated[language]]
      if (!fields?.description || !passage) return []
      const text = fields.description.text.replace(passage.now, passage.earlier)
      return [
        [language, { ...fields, description: { text, state: 'checked', source: description } }],
      ]
    }),
  )
  return {
    ...item,
    texts: { ...texts, ...left },
    revision: { by, daysAgo, earlier: { description, texts: left } },
  }
}
