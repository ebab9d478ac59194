import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { exitWith, root } from './root.mjs'

// Checks that the sources and links in documents exist. Sources are named by the end of their path.
// In the security document, which names a file as evidence for each point, a name must match
// exactly one file.

const sourceNames = /`([\w@./-]+\.(?:ts|tsx|mjs|typ|grit))`/g
const evidenceNames = /`([\w@./-]+\.(?:md|conf|service|yaml|json)|Dockerfile)`/g
const links = /\]\((?!https?:|mailto:)([^)#]*)(?:#([^)]*))?\)/g

const files = globSync('**/*', {
  cwd: root,
  exclude: ['**/node_modules', '.git', '.cache', '**/dist', 'test-results', 'data'],
}).map((path) => `/${path}`)

const documents = ['*.md', 'docs/**/*.md', 'packages/*/README.md'].flatMap((pattern) =>
  globSync(pattern, { cwd: root }),
)

function findProblems(path: string): string[] {
  const text = readFileSync(join(root, path), 'utf8')
  return [...findMissingFiles(path, text), ...findBrokenLinks(path, text)].map(
    (problem) => `${path}: ${problem}`,
  )
}

function findMissingFiles(path: string, text: string): string[] {
  const isSecurity = path === 'docs/SECURITY.md'
  const names = [...text.matchAll(sourceNames)]
  if (isSecurity) names.push(...text.matchAll(evidenceNames))
  return names.flatMap(([, name = '']) => {
    const matching = files.filter((file) => file.endsWith(`/${name}`))
    if (matching.length === 0) return [`${name} does not exist`]
    return isSecurity && matching.length > 1 ? [`${name} could be ${matching.join(' or ')}`] : []
  })
}

function findBrokenLinks(path: string, text: string): string[] {
  return [...text.matchAll(links)]
    .filter(([, target = '', anchor]) => {
      const file = target === '' ? path : join(dirname(path), target)
      if (!existsSync(join(root, file))) return true
      return anchor !== undefined && !listAnchors(file).includes(anchor)
    })
    .map(([, target = '', anchor = '']) => {
      const address = anchor ? `${target}#${anchor}` : target
      return `the link to ${address} is broken`
    })
}

/** Lists the anchors that GitHub creates for the headings of a document. */
const listAnchors = (path: string): string[] =>
  Array.from(readFileSync(join(root, path), 'utf8').matchAll(/^#+ (.*)$/gm), ([, heading = '']) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N} -]/gu, '')
      .replaceAll(' ', '-'),
  )

const problems = documents.flatMap(findProblems)
if (problems.length > 0) exitWith(problems.join('\n'))
