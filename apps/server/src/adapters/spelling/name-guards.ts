import type { Token } from './tokens.ts'

// What announces a name, in three languages.
const titles = new Set(
  (
    'herr herrn frau familie firma dr prof gebrüder ' +
    'm mm mme mmes mlle monsieur madame messieurs mesdames maître maison ' +
    'mr mrs ms miss sir lady lord'
  ).split(' '),
)

/** Whether a word with a capital stands right after a title, or after another name that does. */
export function followsTitle(token: Token, before: readonly Token[]): boolean {
  if (!/^\p{Lu}/u.test(token.word)) return false
  const [first, second] = before.toReversed()
  if (!first || !/^[.\s]*$/.test(token.gap)) return false
  if (titles.has(first.word.toLowerCase())) return true
  return (
    /^\p{Lu}/u.test(first.word) &&
    second !== undefined &&
    titles.has(second.word.toLowerCase()) &&
    /^[.\s]*$/.test(first.gap)
  )
}
