import { OperatorError } from '../base/operator-error.ts'

/** Far above the length of any row, because a request has at most 1 MB. */
export const maxLineBytes = 64 * 1024 * 1024
const newline = 0x0a

/**
 * Passes the bytes through, and throws at a line that is too long before reading the rest of it.
 */
export async function* rejectLongLines(
  content: AsyncIterable<Buffer>,
  name: string,
): AsyncGenerator<Buffer> {
  let lineBytes = 0
  for await (const chunk of content) {
    const end = chunk.lastIndexOf(newline) + 1
    lineBytes = end === 0 ? lineBytes + chunk.length : chunk.length - end
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
  let unfinished: Buffer[] = []
  for await (const chunk of content) {
    const end = chunk.lastIndexOf(newline)
    if (end === -1) {
      unfinished.push(chunk)
      continue
    }
    yield Buffer.concat([...unfinished, chunk.subarray(0, end)])
      .toString()
      .split('\n')
    unfinished = [chunk.subarray(end + 1)]
  }
  const lastLine = Buffer.concat(unfinished)
  if (lastLine.length > 0) yield [lastLine.toString()]
}
