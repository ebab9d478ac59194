const narrowSpace = '\u202f'

// Before marks that end a word; not in times and URLs: '10:30', 'https://…?page=2'. The
// lookbehind keeps the match linear: each run of spaces is tried once.
const spaceBeforePunctuation = /(?<=[^\s«:;!?])[ \u00a0\u202f]*(?=[:;!?]+(?:[\s»")\]]|$))/gu
const opening = /«[ \u00a0\u202f]*/g
const closing = /(?<![ \u00a0\u202f])[ \u00a0\u202f]*»/g
const numeroAbbreviation = /\b([Nn])[o°º]\.?[ \u00a0\u202f](?=\d)/g
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
    .replace(spaceBeforePunctuation, narrowSpace)
    .replace(opening, `«${narrowSpace}`)
    .replace(closing, `${narrowSpace}»`)
    .replace(numeroAbbreviation, `$1°${narrowSpace}`)
    .replace(dayOfMonth, '\u00a0')

/** Replaces spaces within guillemets with non-breaking ones, for languages other than French. */
export const protectGuillemets = (text: string): string =>
  text.replace(spacedQuotation, '«\u00a0$1\u00a0»')
