import { altIn, type LabelLanguage } from '@vitrine/contract'
import type { ItemPicture } from '../document/page.ts'
import { type Written, written } from './written.ts'

/** What a picture shows, for those who can't see it; where nobody has said it, the item's name. */
export function altOf(
  { alt }: ItemPicture,
  name: string,
  lang: LabelLanguage,
): { readonly text: string; readonly written: Written } {
  const said = altIn(alt, lang)
  return { text: said?.text ?? name, written: written(said?.language, lang) }
}
