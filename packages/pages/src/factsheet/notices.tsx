import type { PageLanguage, ReadItem } from '@vitrine/contract'
import { languageName } from '../words/languages.ts'
import { pageWords } from '../words/page.ts'

/** Why the text is not what one would expect: in another language, or older than its original. */
export function Notices({ lang, original, outdated }: PageLanguage & ReadItem) {
  const { notTranslated, outdated: revised } = pageWords[lang]
  return (
    <>
      {original && <p className="notice">{notTranslated.replace('{language}', languageName(original, lang))}</p>}
      {outdated && <p className="notice">{revised}</p>}
    </>
  )
}
