import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { exitWith, root } from './root.mjs'

// Documents name sources by the end of their path, and link to each other: neither may lead nowhere. The security document
// names the file that proves each of its points: that must fit exactly one.

const named = /`([\w@./-]+\.(?:ts|tsx|mjs|typ|grit))`/g
const proofs = /`([\w@./-]+\.(?:md|conf|service|yaml|json)|Dockerfile)`/g
const links = /\]\((?!https?:|mailto:)([^)#]*)(?:#([^)]*))?\)/g

const files = globSync('**/*', {
  cwd: root,
  exclude: ['**/node_modules', '.git', '.cache', '**/dist', 'test-results', 'data'],
}).map((path) => `/${path}`)

const documents = ['*.md', 'docs/**/*.md', 'packages/*/README.md'].flatMap((pattern) =>
  globSync(pattern, { cwd: root }),
)

function problemsIn(path: string): string[] {
  const text = readFileSync(join(root, path), 'utf8')
  const isSecurity = path === 'docs/SECURITY.md'
  const missing = [...text.matchAll(named), ...(isSecurity ? text.matchAll(proofs) : [])].flatMap(
    ([, name = '']) => {
      const fitting = files.filter((file) => file.endsWith(`/${name}`))
      if (fitting.length === 0) return [`${name} does not exist`]
      return isSecurity && fitting.length > 1 ? [`${name} could be ${fitting.join(' or ')}`] : []
    },
  )
  const dead = [...text.matchAll(links)].flatMap(([, target = '', anchor]) => {
    const file = target === '' ? path : join(dirname(path), target)
    const isThere =
      existsSync(join(root, file)) && (anchor === undefined || anchorsOf(file).includes(anchor))
    return isThere ? [] : [`the link to ${target}${anchor ? `#${anchor}` : ''} leads nowhere`]
  })
  return [...missing, ...dead].map((problem) => `${path}: ${problem}`)
}

/** Of its headings, as GitHub makes them. */
const anchorsOf = (path: string): string[] =>
  Array.from(readFileSync(join(root, path), 'utf8').matchAll(/^#+ (.*)$/gm), ([, heading = '']) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N} -]/gu, '')
      .replaceAll(' ', '-'),
  )

const problems = documents.flatMap(problemsIn)
if (problems.length > 0) exitWith(problems.join('\n'))
