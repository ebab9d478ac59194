import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { exitWith, root } from './root.mjs'

// The security document names the file that proves each of its points by the end of its path: it must fit exactly one.

const document = 'docs/SECURITY.md'
const named = /`([\w@./-]+\.(?:ts|tsx|mjs|md|conf|service|yaml|json|grit)|Dockerfile)`/g

const files = globSync('**/*', {
  cwd: root,
  exclude: ['**/node_modules', '.git', '.cache', '**/dist', 'test-results', 'data'],
}).map((path) => `/${path}`)
const lines = readFileSync(join(root, document), 'utf8').split('\n')

const problems = lines.flatMap((line, index) =>
  [...line.matchAll(named)].flatMap(([, name = '']) => {
    const fitting = files.filter((path) => path.endsWith(`/${name}`))
    if (fitting.length === 1) return []
    const problem = fitting.length === 0 ? 'does not exist' : `could be ${fitting.join(' or ')}`
    return [`${document}:${index + 1}: ${name} ${problem}`]
  }),
)
if (problems.length > 0) exitWith(problems.join('\n'))
