import { spawn, spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join, relative } from 'node:path'
import { installDependencies, nodeProgram } from './install.mjs'
import { exitWith, root } from './root.mjs'

/**
 * Builds what the Dockerfile describes in plain folders, for machines without a container daemon: each stage is a folder,
 * COPY copies (without what .dockerignore names), RUN runs in a shell. Then it starts the last stage as its CMD says, on
 * SQLite, and asks /api/health. It shows that the files are complete, without any test and without the demo; what only a container
 * has (its user, its system libraries, a read-only disk) it does not show.
 *
 * @typedef {{ folder: string, workdir: string, env: Record<string, string>, cmd: string[], volumes: string[] }} Stage
 */

installDependencies()
const place = mkdtempSync(join(tmpdir(), 'vitrine-image-'))
process.on('exit', () => rmSync(place, { recursive: true, force: true }))

const image = build(instructions(readFileSync(join(root, 'Dockerfile'), 'utf8')))
expectNoTests(image)
expectNoDemo(image)
await expectHealthy(image)
console.log('The image of the Dockerfile is complete: it starts, answers and holds neither a test nor the demo.')

/** @param {string} dockerfile
 * @returns {[name: string, rest: string][]} */
function instructions(dockerfile) {
  return dockerfile
    .replaceAll(/^\s*#.*\n/gm, '')
    .replaceAll(/\\\n/g, ' ')
    .split('\n')
    .filter((line) => line.trim())
    .map((line) => {
      const [, name = '', rest = ''] = /^(\w+)\s+(.*)$/.exec(line) ?? []
      return [name, rest]
    })
}

/** @param {[name: string, rest: string][]} lines */
function build(lines) {
  /** @type {Record<string, Stage>} */
  const stages = {}
  /** @type {Record<string, string>} */
  const args = {}
  /** @type {Stage | undefined} */
  let stage
  for (const [name, rest] of lines) {
    if (name === 'ARG') {
      const [key = '', value = ''] = rest.split('=')
      args[key] = value
    } else if (name === 'FROM') {
      const [from = '', , title = 'image'] = rest.replaceAll(/\$\{?(\w+)\}?/g, (_, key) => args[key] ?? '').split(' ')
      console.log(`\n${title}: ${from}`)
      stage = stages[title] = begin(title, stages[from])
    } else if (!stage) exitWith(`The Dockerfile begins with ${name}.`)
    else follow(stage, name, rest, stages)
  }
  return stage ?? exitWith('The Dockerfile has no stage.')
}

/** @param {string} title
 * @param {Stage | undefined} from
 * @returns {Stage} */
function begin(title, from) {
  const folder = join(place, title)
  if (from) cpSync(from.folder, folder, { recursive: true, verbatimSymlinks: true })
  else mkdirSync(folder)
  return { folder, workdir: from?.workdir ?? '/', env: { ...from?.env }, cmd: [], volumes: [] }
}

/** @param {Stage} stage
 * @param {string} name
 * @param {string} rest
 * @param {Record<string, Stage>} stages */
function follow(stage, name, rest, stages) {
  if (name === 'WORKDIR') {
    stage.workdir = rest
    mkdirSync(join(stage.folder, rest), { recursive: true })
  } else if (name === 'ENV') {
    for (const [, key = '', value = ''] of rest.matchAll(/(\w+)=(\S+)/g)) stage.env[key] = value
  } else if (name === 'COPY') copy(stage, rest, stages)
  else if (name === 'RUN') run(stage, rest)
  else if (name === 'VOLUME') stage.volumes = rest.split(' ')
  else if (name === 'CMD') stage.cmd = JSON.parse(rest)
  else if (!['USER', 'EXPOSE', 'HEALTHCHECK'].includes(name))
    exitWith(`What does ${name} do? Teach scripts/replay-image.mjs.`)
}

/** @param {Stage} stage
 * @param {string} rest
 * @param {Record<string, Stage>} stages */
function copy(stage, rest, stages) {
  const [, from, paths = ''] = /^(?:--from=(\S+) )?(.*)$/.exec(rest) ?? []
  const names = paths.split(' ')
  const target = names.pop() ?? ''
  const source = from ? stages[from]?.folder : root
  if (!source) exitWith(`There is no stage ${from}.`)
  for (const name of names) {
    const path = join(source, name)
    // Into a folder if the target says so, as Docker does.
    const into = join(stage.folder, target.startsWith('/') ? '' : stage.workdir, target)
    const isFile = existsSync(path) && !readdirOrNull(path)
    cpSync(path, isFile && target.endsWith('/') ? join(into, name.split('/').at(-1) ?? '') : into, {
      recursive: true,
      verbatimSymlinks: true,
      filter: (inner) => Boolean(from) || !isIgnored(relative(root, inner)),
    })
  }
}

/** @param {string} path */
function readdirOrNull(path) {
  try {
    return readdirSync(path)
  } catch {
    return null
  }
}

/** @param {Stage} stage
 * @param {string} command */
function run(stage, command) {
  // Folders for volumes belong to the container's user; here they are made with the folder of the stage.
  if (/^(?:mkdir|install -d) /.test(command)) return
  console.log(`  ${command}`)
  const { status } = spawnSync('sh', ['-c', command], {
    cwd: join(stage.folder, stage.workdir),
    env: { ...environment(), ...stage.env },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  if (status !== 0) exitWith(`This failed: ${command}`)
}

/** No more than what a container has, with the Node that Vitrine brings along in the place of the base image's. */
function environment() {
  const { HOME = '', PATH = '', TMPDIR = '' } = process.env
  const registry = Object.entries(process.env).filter(([name]) => name.toLowerCase().startsWith('npm_config_registry'))
  return { HOME, TMPDIR, ...Object.fromEntries(registry), PATH: `${dirname(nodeProgram())}${delimiter}${PATH}` }
}

/** @param {string} path */
function isIgnored(path) {
  const patterns = readFileSync(join(root, '.dockerignore'), 'utf8').split('\n').filter(Boolean)
  return patterns.some((pattern) => {
    const expression = pattern
      .replaceAll('.', '\\.')
      .replaceAll('**/', '(?:.*/)?')
      .replaceAll(/(?<!\.)\*/g, '[^/]*')
      .replaceAll('(?:.[^/]*/)?', '(?:.*/)?')
    return path !== '' && new RegExp(`^${expression}(?:/|$)`).test(path)
  })
}

/** @param {Stage} image */
function expectNoTests({ folder, workdir }) {
  const ours = ['apps', 'packages', 'scripts'].map((name) => join(folder, workdir, name)).filter(existsSync)
  const tests = ours
    .flatMap((path) => readdirSync(path, { recursive: true, encoding: 'utf8' }).map((name) => join(path, name)))
    .filter((path) => !path.includes('/node_modules/') && /\.test\.|\.spec\.|\/tests?(?:\/|$)/.test(path))
  if (tests.length > 0) exitWith(`There are ${tests.length} test files in the image, such as ${tests[0]}.`)
}

/** Asked for, the demo is refused with a sentence, not with a stack.
 * @param {Stage} image */
function expectNoDemo({ folder, workdir, cmd: [program = ''] }) {
  const files = readdirSync(join(folder, workdir, 'packages', 'demo'))
  if (files.join() !== 'package.json') exitWith(`The image holds the demo: ${files.join(', ')}.`)
  const data = mkdtempSync(join(place, 'data-'))
  const { status, stderr } = spawnSync(program, ['apps/server/src/cli.ts', 'seed', 'demo'], {
    cwd: join(folder, workdir),
    env: { ...environment(), DATA_DIR: data },
    encoding: 'utf8',
  })
  if (status !== 1 || !stderr.startsWith('The demo is not part of this installation.')) {
    exitWith(`Without the demo, seeding it ended with ${status}:\n${stderr}`)
  }
}

/** @param {Stage} image */
async function expectHealthy({ folder, workdir, env, cmd }) {
  const port = String(await freePort())
  const inside = Object.fromEntries(
    Object.entries(env).map(([name, value]) => [name, value.startsWith('/') ? join(folder, value) : value]),
  )
  const variables = {
    ...environment(),
    ...inside,
    HOST: '127.0.0.1',
    PORT: port,
    PUBLIC_URL: 'https://vitrine.example.org',
    SMTP_URL: 'smtp://127.0.0.1:1',
    MAIL_FROM: 'vitrine@example.org',
    FOUNDATION_NAME: 'Fondation Exemple',
    FOUNDATION_ADDRESS: 'Rue du Lac 1, 1700 Fribourg',
  }
  const options = { cwd: join(folder, workdir), env: variables }
  const [program = '', ...args] = cmd
  const first = spawnSync(program, ['apps/server/src/cli.ts', 'create-root', '--email', 'anna@example.org'], options)
  if (first.status !== 0) exitWith(`create-root failed:\n${first.stderr}`)

  const server = spawn(program, args, { ...options, stdio: ['ignore', 'ignore', 'inherit'] })
  try {
    const health = await answer(`http://127.0.0.1:${port}/api/health`, server)
    const page = await fetch(`http://127.0.0.1:${port}/login`)
    console.log(`\n/api/health: ${await health.text()}, /login: ${page.status}`)
    if (!page.ok) exitWith('The staff app is not handed out.')
  } finally {
    server.kill('SIGTERM')
    await new Promise((resolve) => server.once('exit', resolve))
  }
}

/** @param {string} url
 * @param {import('node:child_process').ChildProcess} server */
async function answer(url, server) {
  for (let tries = 0; tries < 600 && server.exitCode === null; tries++) {
    const response = await fetch(url).catch(() => null)
    if (response?.ok) return response
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  exitWith(`Nothing answered at ${url}.`)
}

/** @returns {Promise<number>} */
function freePort() {
  return new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0))
    })
  })
}
