const narrow = '\u202f'

// Each run of spaces is tried once, from its beginning.
/** Before a mark that ends a word; not in an address or a time: '10:30', 'https://…?page=2'. */
const highMarks = /(?<=[^\s«:;!?])[ \u00a0\u202f]*(?=[:;!?]+(?:[\s»")\]]|$))/gu
const opening = /«[ \u00a0\u202f]*/g
const closing = /(?<![ \u00a0\u202f])[ \u00a0\u202f]*»/g
const number = /\b([Nn])[o°º]\.?[ \u00a0\u202f](?=\d)/g
const dayOfMonth =
  /(?<=\b(?:\d{1,2}|1er)) (?=(?:janvier|février|mars|avril|mai|juin|juillet|août|septembre|octobre|novembre|décembre)(?!\p{L}))/giu
/** Not between a closing « and an opening », as German sets them: '»A« und »B«'. */
const spacedQuotation = /(?<![\p{L}\p{N}])« ([^«»]*) »/gu

/** A French text as it is printed: narrow spaces before : ; ! ? and within guillemets, where no line breaks, nor in '1er mai'; 'no 2' → 'n° 2'. */
export const typesetFrench = (text: string): string =>
  text
    .replace(highMarks, narrow)
    .replace(opening, `«${narrow}`)
    .replace(closing, `${narrow}»`)
    .replace(number, `$1°${narrow}`)
    .replace(dayOfMonth, '\u00a0')

/** A text of another language as typed, but no line breaks within its guillemets. */
export const protectGuillemets = (text: string): string =>
  text.replace(spacedQuotation, '«\u00a0$1\u00a0»')
