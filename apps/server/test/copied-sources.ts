import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import {
  cp,
  mkdir,
  mkdtempDisposable,
  readdir,
  readFile,
  symlink,
  writeFile,
} from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { promisify } from 'node:util'
import { spawnProgram } from './process.ts'

export const repositoryRoot = join(import.meta.dirname, '../../..')
export const execFileAsync = promisify(execFile)

export interface CopiedSources extends AsyncDisposable {
  readonly folder: string
  /** Returns the path of a project file in the copy. */
  inCopy(path: string): string
  /** Replaces a text; throws if the file does not contain it. */
  edit(path: string, old: string | RegExp, text: string): Promise<void>
  /** Compiles a project and returns the compiler's messages. */
  compile(project: string): Promise<{ file: string; message: string }[]>
  /** Starts a program of the copy. */
  run(
    file: 'main.ts' | 'cli.ts',
    args: string[],
    variables: Record<string, string>,
  ): ReturnType<typeof spawnProgram>
}

/** Copies the sources. Installed packages and the given builds are linked instead. */
export async function copySources(builds: readonly string[]): Promise<CopiedSources> {
  const temporary = await mkdtempDisposable(join(tmpdir(), 'vitrine-copy-'))
  const folder = temporary.path
  const inCopy = (path: string) => join(folder, path)
  await fillCopy(folder, builds)
  return {
    folder,
    inCopy,
    async edit(path, old, text) {
      const source = await readFile(inCopy(path), 'utf8')
      const edited = source.replace(old, text)
      if (edited === source) throw new Error(`${path} has no ${old}.`)
      await writeFile(inCopy(path), edited)
    },
    compile: (project) => compile(folder, project),
    run: (file, args, variables) =>
      spawnProgram(file, args, variables, { cwd: folder, folder: inCopy('apps/server/src/') }),
    [Symbol.asyncDispose]: () => temporary[Symbol.asyncDispose](),
  }
}

async function fillCopy(folder: string, builds: readonly string[]): Promise<void> {
  const excludedNames = new Set(['node_modules', 'dist', '.git', '.cache', 'test-results'])
  await cp(repositoryRoot, folder, {
    recursive: true,
    filter: (path) => path === repositoryRoot || !excludedNames.has(basename(path)),
  })
  const packages = (await readdir(join(repositoryRoot, 'node_modules'))).filter(
    (name) => name !== '@vitrine',
  )
  await mkdir(join(folder, 'node_modules'))
  await cp(join(repositoryRoot, 'node_modules/@vitrine'), join(folder, 'node_modules/@vitrine'), {
    recursive: true,
    verbatimSymlinks: true,
  })
  for (const path of [
    ...packages.map((name) => `node_modules/${name}`),
    ...['apps/server/node_modules', ...builds].filter((path) =>
      existsSync(join(repositoryRoot, path)),
    ),
  ]) {
    await symlink(join(repositoryRoot, path), join(folder, path))
  }
}

async function compile(
  folder: string,
  project: string,
): Promise<{ file: string; message: string }[]> {
  const tsc = join(repositoryRoot, 'node_modules/.bin/tsc')
  const { stdout } = await execFileAsync(tsc, ['--singleThreaded', '-p', project], {
    cwd: folder,
  }).catch((failure: { stdout: string }) => failure)
  // Indented lines continue the message above.
  return Array.from(
    stdout.matchAll(/^(\S+)\(\d+,\d+\): error (.*(?:\n .*)*)/gm),
    ([, file = '', message = '']) => ({
      file,
      message,
    }),
  )
}
