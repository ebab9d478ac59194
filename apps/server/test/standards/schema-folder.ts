import { readdir, readFile } from 'node:fs/promises'
import { basename, join, posix } from 'node:path'

/** The files of a folder, by their paths in it. */
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

/** The path of a schema by its name, whatever folder it lies in; the one that is named like `near` wins. */
export function findSchema(folder: SchemaFolder, name: string, near = ''): string | null {
  const named = [...folder.keys()].filter((path) => basename(path) === name).sort()
  const common = (path: string) => sharedSuffix(path.split('/'), near.split('/'))
  return named.reduce<string | null>(
    (best, path) => (best && common(best) >= common(path) ? best : path),
    null,
  )
}

/** Resolves the location of another schema: a path beside it, or an address whose file lies in the folder. */
export function resolveLocation(
  folder: SchemaFolder,
  from: string,
  location: string,
): string | null {
  const beside = posix.normalize(posix.join(posix.dirname(from), location))
  if (folder.has(beside)) return beside
  return findSchema(folder, basename(location), location)
}

function sharedSuffix(one: readonly string[], other: readonly string[]): number {
  let length = 0
  while (
    length < one.length &&
    length < other.length &&
    one.at(-1 - length) === other.at(-1 - length)
  )
    length++
  return length
}
