import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import type { ThirdParty } from '@vitrine/contract'

/** The part of npm's lock file that is read here. */
interface LockedPackage {
  readonly version?: string
  readonly license?: string
  readonly dev?: boolean
  readonly link?: boolean
  readonly optional?: boolean
  readonly optionalDependencies?: Readonly<Record<string, string>>
}

const root = new URL('../../../../../', import.meta.url)

interface About {
  readonly version: string
  readonly thirdParties: ThirdParty[]
}

let known: Promise<About> | undefined

/** Read on the first request: it changes with a release only. */
export const about = (): Promise<About> => {
  known ??= read()
  return known
}

/** The lock file names every package with its licence, those that were built into the staff app as well. */
async function read(): Promise<About> {
  const lock = JSON.parse(await readFile(new URL('package-lock.json', root), 'utf8'))
  return { version: lock.version, thirdParties: thirdPartiesIn(lock.packages) }
}

function thirdPartiesIn(packages: Readonly<Record<string, LockedPackage>>): ThirdParty[] {
  const shipped = Object.entries(packages).filter(
    ([path, { dev = false, link = false, optional = false }]) =>
      path.includes('node_modules/') && !dev && !link && (!optional || isInstalled(path)),
  )
  const named = shipped.map(([path, { version = '', license }]) => {
    const name = nameOf(path)
    return { name, version, licence: license ?? licenceOfParent(name, packages) ?? 'not stated' }
  })
  const byName = new Map(named.map((party) => [`${party.name} ${party.version}`, party]))
  return [...byName.values()].sort((a, b) => (a.name < b.name ? -1 : 1))
}

/** Builds for other platforms are not installed here. */
const isInstalled = (path: string) => existsSync(fileURLToPath(new URL(path, root)))

const nameOf = (path: string) => path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length)

/** A build for one platform may leave its licence to the package that it belongs to. */
const licenceOfParent = (name: string, packages: Readonly<Record<string, LockedPackage>>) =>
  Object.values(packages).find(({ optionalDependencies = {} }) => Object.hasOwn(optionalDependencies, name))?.license
