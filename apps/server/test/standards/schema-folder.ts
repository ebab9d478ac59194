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
  const similarity = (path: string) => countSharedSuffix(path.split('/'), near.split('/'))
  return candidates.reduce<string | null>(
    (best, path) => (best && similarity(best) >= similarity(path) ? best : path),
    null,
  )
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

function countSharedSuffix(one: readonly string[], other: readonly string[]): number {
  let length = 0
  while (
    length < one.length &&
    length < other.length &&
    one.at(-1 - length) === other.at(-1 - length)
  )
    length++
  return length
}
