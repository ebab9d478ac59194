import { join } from 'node:path'
import { pictureMaxSidePx } from '@vitrine/contract'
import { fileCache } from '../../adapters/files/file-cache.ts'
import type { VariantFormat, VariantSpec } from '../../adapters/images/images.ts'
import type { Context } from '../../context.ts'

export type VariantName = 'thumbnail' | 'medium' | 'screen' | 'print'

export interface Variant extends VariantSpec {
  readonly name: VariantName
}

/**
 * The variants of every picture. The formats of a size begin with the smallest and end with JPEG,
 * which every client reads.
 */
export const pictureVariants: readonly Variant[] = [
  { name: 'thumbnail', longestSide: pictureMaxSidePx.thumbnail, format: 'avif', quality: 55 },
  { name: 'thumbnail', longestSide: pictureMaxSidePx.thumbnail, format: 'webp', quality: 78 },
  { name: 'thumbnail', longestSide: pictureMaxSidePx.thumbnail, format: 'jpeg', quality: 80 },
  // Low quality, because on the dense screens of phones nobody sees the difference.
  { name: 'medium', longestSide: pictureMaxSidePx.medium, format: 'avif', quality: 45 },
  { name: 'medium', longestSide: pictureMaxSidePx.medium, format: 'webp', quality: 78 },
  { name: 'medium', longestSide: pictureMaxSidePx.medium, format: 'jpeg', quality: 80 },
  // No AVIF: at this size it takes many times as long, and the user waits for the upload.
  { name: 'screen', longestSide: pictureMaxSidePx.screen, format: 'webp', quality: 80 },
  { name: 'screen', longestSide: pictureMaxSidePx.screen, format: 'jpeg', quality: 82 },
  { name: 'print', longestSide: 2400, format: 'jpeg', quality: 88 },
]

export const listFormats = (name: VariantName): VariantFormat[] =>
  pictureVariants.filter((variant) => variant.name === name).map((variant) => variant.format)

export const getOriginalKey = (content: string): string => `${content}/original`

export const getVariantKey = (
  content: string,
  { name, format }: Pick<Variant, 'name' | 'format'>,
): string => `${content}/${name}.${format}`

/** Key of the file from which the likeness of a picture is computed. */
export const getLikenessKey = (content: string): string =>
  getVariantKey(content, { name: 'thumbnail', format: 'jpeg' })

/** Keys of all files of a picture or recording, the original first. */
export const listMediaKeys = (kind: 'picture' | 'recording', content: string): string[] => [
  getOriginalKey(content),
  ...(kind === 'picture' ? pictureVariants.map((variant) => getVariantKey(content, variant)) : []),
]

/** Longest file name, in code points. */
const maxDisplayNameLength = 200

/** Removes folders and invisible characters from an uploaded file's name, and shortens it. */
export function toDisplayName(fileName: string, fallback: string): string {
  const name = fileName.split(/[/\\]/).at(-1)?.replaceAll(/\p{C}/gu, '').trim()
  return [...(name || fallback)].slice(0, maxDisplayNameLength).join('')
}

/** Disk cache of picture tiles, whose names begin with the picture's content hash. */
export const tileCache = ({ config }: Context) =>
  fileCache(join(config.cacheDir, 'tiles'), { maxBytes: config.limits.tileCacheBytes, inUseMs: 0 })
