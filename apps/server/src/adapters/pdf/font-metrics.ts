import { type FontName, readFont } from './fonts.ts'

export interface FontMetrics {
  /** The width of a character in parts of the type size; undefined where the font has none. */
  advance(codePoint: number): number | undefined
}

const known = new Map<FontName, FontMetrics>()

/** What the layout has to know of a font, read from the tables of its file when first needed. */
export function metricsOf(name: FontName): FontMetrics {
  const metrics = known.get(name) ?? readMetrics(readFont(name))
  known.set(name, metrics)
  return metrics
}

function readMetrics(font: Buffer): FontMetrics {
  const tables = tablesOf(font)
  const unitsPerEm = table(tables, 'head').readUInt16BE(18)
  const widthCount = table(tables, 'hhea').readUInt16BE(34)
  const widths = table(tables, 'hmtx')
  const advances = new Map<number, number>()
  for (const [codePoint, glyph] of glyphsOf(table(tables, 'cmap'))) {
    // The last width holds for all glyphs that have none of their own.
    advances.set(codePoint, widths.readUInt16BE(Math.min(glyph, widthCount - 1) * 4) / unitsPerEm)
  }
  // Asked for every letter of every text, so those of most texts lie in a plain array.
  const latin = Array.from({ length: 0x180 }, (_, codePoint) => advances.get(codePoint))
  return { advance: (codePoint) => (codePoint < latin.length ? latin[codePoint] : advances.get(codePoint)) }
}

function tablesOf(font: Buffer): Map<string, Buffer> {
  const tables = new Map<string, Buffer>()
  for (let index = 0; index < font.readUInt16BE(4); index++) {
    const entry = 12 + index * 16
    const start = font.readUInt32BE(entry + 8)
    tables.set(font.toString('latin1', entry, entry + 4), font.subarray(start, start + font.readUInt32BE(entry + 12)))
  }
  return tables
}

function table(tables: Map<string, Buffer>, name: string): Buffer {
  const found = tables.get(name)
  if (!found) throw new Error(`the font has no table ${name}`)
  return found
}

/** Every character with the number of its glyph. Format 4 holds those of the basic plane, format 12 all. */
function* glyphsOf(cmap: Buffer): Generator<[codePoint: number, glyph: number]> {
  for (let index = 0; index < cmap.readUInt16BE(2); index++) {
    const subtable = cmap.subarray(cmap.readUInt32BE(4 + index * 8 + 4))
    const format = subtable.readUInt16BE(0)
    if (format === 4) yield* segmentsOf(subtable)
    if (format === 12) yield* groupsOf(subtable)
  }
}

function* segmentsOf(subtable: Buffer): Generator<[number, number]> {
  const bytes = subtable.readUInt16BE(6)
  const [ends, starts, deltas, offsets] = [14, 16 + bytes, 16 + 2 * bytes, 16 + 3 * bytes]
  for (let segment = 0; segment < bytes; segment += 2) {
    const start = subtable.readUInt16BE(starts + segment)
    const end = subtable.readUInt16BE(ends + segment)
    const delta = subtable.readUInt16BE(deltas + segment)
    const offset = subtable.readUInt16BE(offsets + segment)
    for (let codePoint = start; codePoint <= end && codePoint < 0xffff; codePoint++) {
      const place = offsets + segment + offset + (codePoint - start) * 2
      const glyph = offset === 0 ? codePoint : subtable.readUInt16BE(place)
      if (glyph !== 0) yield [codePoint, (glyph + delta) & 0xffff]
    }
  }
}

function* groupsOf(subtable: Buffer): Generator<[number, number]> {
  for (let group = 0; group < subtable.readUInt32BE(12); group++) {
    const entry = 16 + group * 12
    const [start, end, glyph] = [0, 4, 8].map((at) => subtable.readUInt32BE(entry + at)) as [number, number, number]
    for (let codePoint = start; codePoint <= end; codePoint++) yield [codePoint, glyph + codePoint - start]
  }
}
