/** Joins the lines of a text and cuts it to `max` characters, including an ellipsis. */
export function truncateToLine(text: string, max: number): string {
  const oneLine = text.replaceAll(/\s+/g, ' ').trim()
  return oneLine.length > max ? `${oneLine.slice(0, max - 1).toWellFormed()}…` : oneLine
}

/** Replaces line breaks, with the spaces around them, by a separator. */
export const joinLines = (text: string, separator: string): string =>
  text.replaceAll(/(?<!\s)\s*\n\s*/g, separator)
