import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { exitWith, root } from './root.mjs'

// Comments, test titles and documents name rules and mechanisms, not persons: 'retries once after a 503'.

const persons = /\b(?:anybody|everybody|nobody|somebody|whoever)\b/i
const openings = /^(?:what|who)\b/i
const codeAndAddresses = /`[^`]*`|\S+@\S+/g
const comments = /(?:^|\s)(?:\/\/|\/?\*+) (.*)/gm
const paragraphs = /^(.+)$/gm
const titles = /(?:(?<![.\w])(?:describe|it|test)(?:\.\w+)*|\))\(\s*['"`](.+)['"`]/g

const samples: [source: string, isPlain: boolean][] = [
  ['// Client closed the request.', true],
  ['// PostgreSQL runs as `nobody`.', true],
  ["const message = 'Somebody changed it since.'", true],
  ["test('rejects nobody@example.org', run)", true],
  ['// Nobody waits.', false],
  ['  /** For whoever asks. */', false],
  ['const limit = 5 // for everybody', false],
  ["test('locks nobody out', run)", false],
  ["await test.step('who leaves', run)", false],
  ["test.for(cases)(\n  'what is left', run)", false],
]

const namesPersons = (text: string) => persons.test(text.replace(codeAndAddresses, ''))

const problemsIn = (source: string, isDocument = false): { line: number; text: string }[] =>
  [
    ...[...source.matchAll(isDocument ? paragraphs : comments)].filter(({ 1: text = '' }) => namesPersons(text)),
    ...[...source.matchAll(titles)].filter(({ 1: text = '' }) => namesPersons(text) || openings.test(text)),
  ].map(({ 0: match, 1: text = '', index }) => ({
    line: source.slice(0, index + match.length).split('\n').length,
    text,
  }))

const misjudged = samples.filter(([source, isPlain]) => isPlain !== (problemsIn(source).length === 0))
if (misjudged.length > 0) exitWith(`Misjudged samples:\n${misjudged.map(([source]) => source).join('\n')}`)

const sources = '{apps,bench,e2e,lint,packages,scripts,test}/**/*.{css,grit,js,mjs,ts,tsx}'
const documents = '{CHANGELOG,CONTRIBUTING,README,docs/**/*}.md'
const problems = globSync([sources, documents], {
  cwd: root,
  exclude: ['**/node_modules', '**/dist', 'scripts/check-words.ts'],
}).flatMap((path) =>
  problemsIn(readFileSync(join(root, path), 'utf8'), path.endsWith('.md')).map(
    ({ line, text }) => `${path}:${line}: ${text}`,
  ),
)
if (problems.length > 0) exitWith(`Name the rule or the mechanism, not a person:\n${problems.join('\n')}`)
