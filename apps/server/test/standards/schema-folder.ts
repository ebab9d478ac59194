import { readdir, readFile } from 'node:fs/promises'
import { basename, join, posix } from 'node:path'

/** Contents of the schema files of a folder, by relative path. */
export type SchemaFolder = ReadonlyMap<string, string>

export async function readSchemaFolder(folder: string): Promise<SchemaFolder> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile() && /\.(?:json|xsd)$/.test(entry.name))
  return new Map(
    await Promise.all(
      files.map(async ({ parentPath, name }) => {
        const path = join(parentPath, name)
        const content = (await readFile(path, 'utf8')).replace(/^\uFEFF/, '')
        return [
          path.slice(folder.length).replaceAll('\\', '/').replace(/^\/+/, ''),
          content,
        ] as const
      }),
    ),
  )
}

/**
 * Finds a schema by name in any folder. Of several, prefers the one whose path ends most like
 * `near`.
 */
export function findSchema(folder: SchemaFolder, name: string, near = ''): string | null {
  const candidates = [...folder.keys()].filter((path) => basename(path) === name).sort()
  const computeSimilarity = (path: string) => countSharedSuffix(path.split('/'), near.split('/'))
  const [mostSimilar = null] = candidates.toSorted(
    (a, b) => computeSimilarity(b) - computeSimilarity(a),
  )
  return mostSimilar
}

/**
 * Resolves the location of a referenced schema: a relative path, or an address whose file is in the
 * folder.
 */
export function resolveLocation(
  folder: SchemaFolder,
  from: string,
  location: string,
): string | null {
  const relativePath = posix.normalize(posix.join(posix.dirname(from), location))
  if (folder.has(relativePath)) return relativePath
  return findSchema(folder, basename(location), location)
}

/** Counts the last parts that two paths have in common. */
function countSharedSuffix(a: readonly string[], b: readonly string[]): number {
  const maxCount = Math.min(a.length, b.length)
  let count = 0
  while (count < maxCount && a.at(-1 - count) === b.at(-1 - count)) count++
  return count
}
