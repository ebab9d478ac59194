import { OperatorError } from '../base/operator-error.ts'

/** Far above the length of any row, because a request has at most 1 MB. */
export const maxLineBytes = 64 * 1024 * 1024
const newline = 0x0a

/**
 * Passes the bytes through, and throws at a line that is too long before reading the rest of it.
 * Lines are measured up to the end of a chunk, so that one may be longer by a chunk.
 */
export async function* rejectLongLines(
  content: AsyncIterable<Buffer>,
  name: string,
): AsyncGenerator<Buffer> {
  let lineBytes = 0
  for await (const chunk of content) {
    const lastLineStart = chunk.lastIndexOf(newline) + 1
    const hasNewline = lastLineStart > 0
    lineBytes = hasNewline ? chunk.length - lastLineStart : lineBytes + chunk.length
    if (lineBytes > maxLineBytes)
      throw new OperatorError(
        `The backup is damaged or hostile: ${name} has a line of more than ${maxLineBytes / 2 ** 20} MB. Nothing was changed.`,
      )
    yield chunk
  }
}

/** Yields complete lines in groups. Node's readline can't be used, as it also splits at U+2028. */
export async function* readLines(
  content: AsyncIterable<Buffer>,
): AsyncGenerator<readonly string[]> {
  // Joined only when the line is complete: joining at each chunk would take quadratic time.
  let unfinishedLine: Buffer[] = []
  for await (const chunk of content) {
    const lastLineEnd = chunk.lastIndexOf(newline)
    if (lastLineEnd === -1) {
      unfinishedLine.push(chunk)
      continue
    }
    yield Buffer.concat([...unfinishedLine, chunk.subarray(0, lastLineEnd)])
      .toString()
      .split('\n')
    unfinishedLine = [chunk.subarray(lastLineEnd + 1)]
  }
  const lastLine = Buffer.concat(unfinishedLine)
  if (lastLine.length > 0) yield [lastLine.toString()]
}
