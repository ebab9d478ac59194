import { existsSync } from 'node:fs'
import { readFile, statfs } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { type Api, api, type ThirdParty } from '@vitrine/contract'
import { seconds } from '../../base/clock.ts'
import { Failure } from '../../base/failure.ts'
import { withTimeout } from '../../base/with-timeout.ts'
import type { Context } from '../../context.ts'
import type { Db } from '../../db/tables.ts'
import type { Handlers } from '../../http/mount.ts'
import { toOpenApi } from './open-api.ts'
import { operationsStore } from './store.ts'

// Load balancers expect an answer within seconds.
const timeoutMs = seconds(3)

export const operationsHandlers = ({
  db,
  media,
  config,
  demo,
}: Context): Handlers<Api['operations']> => {
  const { foundation, externalTools } = config
  let openApi: ReturnType<typeof toOpenApi> | undefined
  const needsFirstRoot = firstRootCheck(db)
  return {
    health: () => ({ status: 'ok' }),
    async ready(_input, { log }) {
      const reportFailure = (service: string) => (error: unknown) => {
        log.error({ err: error }, `the ${service} can’t be reached`)
        return `The ${service} can’t be reached.`
      }
      const findProblem = (service: string, answer: Promise<unknown>) =>
        withTimeout(answer, timeoutMs, `no answer within ${timeoutMs} ms`).then(
          () => null,
          reportFailure(service),
        )
      const problems = await Promise.all([
        findProblem('database', operationsStore(db).ping()),
        findProblem('media store', media.ping()),
        isDiskFull(config.dataDir).then((isFull) =>
          isFull ? 'The disk of DATA_DIR is full.' : null,
        ),
      ])
      const message = problems.filter(Boolean).join(' ')
      if (message) throw new Failure('unavailable', message, { retryAfter: 5 })
      return { status: 'ok' }
    },
    about: readAboutOnce,
    settings: async () => ({ foundation, demo, needsFirstRoot: await needsFirstRoot() }),
    externalTools: () => externalTools,
    openApi: () => {
      openApi ??= toOpenApi(api)
      return openApi
    },
  }
}

/** With less free space, writes start to fail. */
const minFreeBytes = 1024 * 1024

async function isDiskFull(folder: string): Promise<boolean> {
  const { bavail, bsize } = await statfs(folder)
  return bavail * bsize < minFreeBytes
}

/** A package in npm's lock file, with the fields that are read here. */
interface LockedPackage {
  readonly version?: string
  readonly license?: string
  readonly dev?: boolean
  readonly link?: boolean
  readonly optional?: boolean
  readonly optionalDependencies?: Readonly<Record<string, string>>
}

const repositoryRoot = new URL('../../../../..', import.meta.url)

interface About {
  readonly version: string
  readonly thirdParties: ThirdParty[]
}

let cachedAbout: Promise<About> | undefined

/** Reads once, because it changes only with a release. */
const readAboutOnce = (): Promise<About> => {
  cachedAbout ??= readAbout()
  return cachedAbout
}

/**
 * Reads the lock file, which lists all packages with their licences, including those bundled into
 * the staff app.
 */
async function readAbout(): Promise<About> {
  const lock = JSON.parse(await readFile(new URL('package-lock.json', repositoryRoot), 'utf8'))
  return { version: lock.version, thirdParties: listThirdParties(lock.packages) }
}

function listThirdParties(packages: Readonly<Record<string, LockedPackage>>): ThirdParty[] {
  const shipped = Object.entries(packages).filter(
    ([path, { dev = false, link = false, optional = false }]) =>
      path.includes('node_modules/') && !dev && !link && (!optional || isInstalled(path)),
  )
  const named = shipped.map(([path, { version = '', license }]) => {
    const name = getPackageName(path)
    return { name, version, licence: license ?? findParentLicence(name, packages) ?? 'not stated' }
  })
  // npm may install several copies of a version.
  const byNameAndVersion = new Map(named.map((party) => [`${party.name} ${party.version}`, party]))
  return [...byNameAndVersion.values()].sort((a, b) => (a.name < b.name ? -1 : 1))
}

/** Whether an optional package is installed; builds for other platforms are not. */
const isInstalled = (path: string) => existsSync(fileURLToPath(new URL(path, repositoryRoot)))

const getPackageName = (path: string) =>
  path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length)

/** The licence of the package to which a platform build belongs, if the build names none. */
const findParentLicence = (name: string, packages: Readonly<Record<string, LockedPackage>>) =>
  Object.values(packages).find(({ optionalDependencies = {} }) =>
    Object.hasOwn(optionalDependencies, name),
  )?.license

/**
 * Whether there is no account yet. Cached once there is one, because the last root can't be
 * deleted.
 */
function firstRootCheck(db: Db): () => Promise<boolean> {
  let hasUsers = false
  return async () => {
    if (hasUsers) return false
    try {
      hasUsers = await operationsStore(db).hasUsers()
      return !hasUsers
    } catch {
      // Shows the login page without the hint rather than an error.
      return false
    }
  }
}
