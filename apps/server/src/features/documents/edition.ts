import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { designTokens, inventoryTypes } from '@vitrine/contract'
import { fontNames, getFontFile } from '../../adapters/pdf/fonts.ts'
import { describeTypstVersion } from '../../adapters/pdf/typst.ts'

// `factsheets` decides what is printed, and in which language.
const folders = ['../../adapters/pdf/', '../../adapters/qr/', '../factsheets/', './']

/** Everything except the content that affects how papers look. */
export const readPaperLook = () => ({
  engine: describeTypstVersion(),
  look: designTokens,
  museums: inventoryTypes,
  // The size identifies a font's release; reading the 20 MB would be slow.
  fonts: fontNames.map((name) => `${name} ${statSync(getFontFile(name)).size}`),
  sources: folders.flatMap(hashSources),
})

function hashSources(folder: string): { name: string; hash: string }[] {
  const path = fileURLToPath(new URL(folder, import.meta.url))
  const names = readdirSync(path, { encoding: 'utf8', recursive: true }).filter(
    (name) => /\.(?:ts|typ)$/.test(name) && !name.endsWith('.test.ts'),
  )
  return names
    .sort()
    .map((name) => ({ name: folder + name, hash: hashContent(readFileSync(path + name)) }))
}

let cachedEdition: string | undefined

/** A hash of everything that affects the look of papers; part of their cache key. */
export function getPaperEdition(): string {
  cachedEdition ??= hashEdition(readPaperLook())
  return cachedEdition
}

export const hashEdition = (parts: ReturnType<typeof readPaperLook>): string =>
  hashContent(JSON.stringify(parts))

const hashContent = (content: string | Buffer): string =>
  createHash('sha256').update(content).digest('hex')
