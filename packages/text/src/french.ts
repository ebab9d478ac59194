const narrowSpace = '\u202f'

// Spaces before a mark that ends a word; not in times and URLs: '10:30', 'https://…?page=2'. The
// lookbehind keeps the match linear: each run of spaces is tried once.
const highMarks = /(?<=[^\s«:;!?])[ \u00a0\u202f]*(?=[:;!?]+(?:[\s»")\]]|$))/gu
const opening = /«[ \u00a0\u202f]*/g
const closing = /(?<![ \u00a0\u202f])[ \u00a0\u202f]*»/g
const number = /\b([Nn])[o°º]\.?[ \u00a0\u202f](?=\d)/g
const dayOfMonth =
  /(?<=\b(?:\d{1,2}|1er)) (?=(?:janvier|février|mars|avril|mai|juin|juillet|août|septembre|octobre|novembre|décembre)(?!\p{L}))/giu
// Not between » and «, which open and close in German: '»A« und »B«'.
const spacedQuotation = /(?<![\p{L}\p{N}])« ([^«»]*) »/gu

/**
 * Typesets French: narrow non-breaking spaces before : ; ! ? and within guillemets, a non-breaking
 * space in '1er mai', and 'n° 2' for 'no 2'.
 */
export const typesetFrench = (text: string): string =>
  text
    .replace(highMarks, narrowSpace)
    .replace(opening, `«${narrowSpace}`)
    .replace(closing, `${narrowSpace}»`)
    .replace(number, `$1°${narrowSpace}`)
    .replace(dayOfMonth, '\u00a0')

/** Replaces spaces within guillemets by non-breaking ones, for languages other than French. */
export const protectGuillemets = (text: string): string =>
  text.replace(spacedQuotation, '«\u00a0$1\u00a0»')
