/** Text without line breaks: each becomes a space, and several spaces in a row become one. */
export const withoutLineBreaks = (text: string): string => text.replaceAll(/[\r\n]+/g, ' ').replaceAll(/ {2,}/g, ' ')
