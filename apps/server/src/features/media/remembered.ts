/** Keeps what was read last, up to so many bytes in all. Only for what never changes under its key. */
export function remembered<Bytes extends Uint8Array>(
  read: (key: string) => Promise<Bytes>,
  capacity: number,
): (key: string) => Promise<Bytes> {
  // A map hands out its keys in the order in which they were put in: the first is the one unused for longest.
  const kept = new Map<string, Bytes>()
  let size = 0

  return async (key) => {
    const bytes = kept.get(key) ?? (await read(key))
    if (kept.delete(key)) size -= bytes.length
    kept.set(key, bytes)
    size += bytes.length
    for (const [oldest, { length }] of kept) {
      if (size <= capacity) break
      kept.delete(oldest)
      size -= length
    }
    return bytes
  }
}
