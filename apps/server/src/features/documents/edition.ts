import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { designTokens, inventoryTypes } from '@vitrine/contract'
import { fontNames, getFontFile } from '../../adapters/pdf/fonts.ts'
import { describeTypstVersion } from '../../adapters/pdf/typst.ts'

// `factsheets` is included because it decides what is printed, and in which language.
const folders = ['../../adapters/pdf/', '../../adapters/qr/', '../factsheets/', './']

/** Reads what the look of papers depends on, besides their content. */
export const readPaperLook = () => ({
  engine: describeTypstVersion(),
  colours: designTokens,
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

/** A hash that changes with the look of papers, for their cache keys. */
export function getPaperEdition(): string {
  cachedEdition ??= hashEdition(readPaperLook())
  return cachedEdition
}

export const hashEdition = (look: ReturnType<typeof readPaperLook>): string =>
  hashContent(JSON.stringify(look))

const hashContent = (content: string | Buffer): string =>
  createHash('sha256').update(content).digest('hex')
