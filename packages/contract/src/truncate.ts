/** In one line, with an ellipsis where it is cut. */
export function truncateToLine(text: string, max: number): string {
  const oneLine = text.replaceAll(/\s+/g, ' ').trim()
  return oneLine.length > max ? `${oneLine.slice(0, max - 1).toWellFormed()}…` : oneLine
}

/** With a sign in the place of each line end and of the space around it. */
export const joinLines = (text: string, sign: string): string =>
  text.replaceAll(/(?<!\s)\s*\n\s*/g, sign)
