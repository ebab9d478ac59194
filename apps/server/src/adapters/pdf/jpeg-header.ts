const marks = { start: 0xd8, end: 0xd9, scan: 0xda, comment: 0xfe }

/** Everything of a JPEG that tells what it is, and nothing of the picture itself; `note` is put in as a comment. */
export function jpegHeader(jpeg: Uint8Array, note: string): Buffer {
  const bytes = Buffer.from(jpeg.buffer, jpeg.byteOffset, jpeg.byteLength)
  const comment = Buffer.from(note, 'latin1')
  const length = Buffer.alloc(2)
  length.writeUInt16BE(comment.length + 2)
  return Buffer.concat([
    Buffer.from([0xff, marks.start, 0xff, marks.comment]),
    length,
    comment,
    bytes.subarray(2, endOfFirstScanHeader(bytes)),
    Buffer.from([0xff, marks.end]),
  ])
}

function endOfFirstScanHeader(jpeg: Buffer): number {
  let at = 2
  while (at + 4 <= jpeg.length && jpeg[at] === 0xff) {
    const end = at + 2 + jpeg.readUInt16BE(at + 2)
    if (jpeg[at + 1] === marks.scan) return end
    at = end
  }
  throw new Error('this is not a JPEG')
}
