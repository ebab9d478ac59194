const entities: Record<string, string> = {
  '&nbsp;': ' ',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#39;': "'",
  '&amp;': '&',
}

/**
 * Strips the markup of an event text, for calendars, search engines and headings. The result must
 * not be used as HTML, because entities are decoded.
 */
export const toPlainText = (html: string): string =>
  html
    .replaceAll(/[\r\n\t ]{2,}|[\r\n\t]/g, ' ')
    .replaceAll(/<br\s*\/?>|<\/(?:p|ul|ol)>/gi, '\n')
    .replaceAll(/<li[^<>]*>/gi, '\n• ')
    .replaceAll(/<[^<>]*>/g, '')
    .replaceAll(/&(?:nbsp|lt|gt|quot|#39|amp);/g, (entity) => entities[entity] ?? entity)
    .replaceAll(/(?<! ) +\n *|\n +/g, '\n')
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim()
