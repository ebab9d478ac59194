import { mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readConfig } from '../../src/config/config.ts'
import { startServer } from '../../src/runtime/start.ts'
import { createSessionClient } from '../session-row.ts'
import { addNastyItems } from './nasty-items.ts'
import { fetchPublishedDocuments } from './published-documents.ts'
import { type DocumentKind, type PublishedDocument, validateDocuments } from './validate.ts'

/**
 * `npm run test:standards [-- FOLDER]`: checks everything that Vitrine publishes (CONTRIBUTING.md).
 */
const [folder = null, option] = process.argv.slice(2)
const allowMissing = folder === null || option === '--allow-missing'
if ((option && !allowMissing) || (folder !== null && !(await isFolder(folder)))) {
  console.error(
    'This folder does not exist. Usage: npm run test:standards -- [FOLDER [--allow-missing]]',
  )
  process.exit(2)
}

const documents = await collectDocuments()
const report = await validateDocuments(folder, documents)
for (const { name, sentences } of report.faults) {
  console.log(
    `✗ ${name}\n${sentences
      .slice(0, 5)
      .map((sentence) => `    ${sentence}`)
      .join('\n')}`,
  )
}
for (const [kind, count] of Object.entries(report.checked)) {
  console.log(
    `${kind}: ${count} documents checked with a schema, ${report.parsed[kind as DocumentKind]} parsed without one`,
  )
}
if (folder !== null && report.missing.length > 0) {
  console.log(
    `Missing from the folder, so some documents were not checked: ${report.missing.join(', ')}`,
  )
  if (!allowMissing)
    console.log(
      'Please add them (CONTRIBUTING.md says where from), or end the command with --allow-missing.',
    )
}
const isFailed = report.faults.length > 0 || (report.missing.length > 0 && !allowMissing)
console.log(
  report.faults.length > 0
    ? `${report.faults.length} documents are not valid.`
    : 'All checked documents are valid.',
)
process.exit(isFailed ? 1 : 0)

/** Collects documents from a server with the demo and items that are hard to publish. */
async function collectDocuments(): Promise<PublishedDocument[]> {
  const dataDir = await mkdtemp(join(tmpdir(), 'vitrine-standards-'))
  const config = readConfig({
    NODE_ENV: 'test',
    PORT: '0',
    LOG_LEVEL: 'silent',
    DATA_DIR: dataDir,
    PUBLIC_URL: 'https://museum.example.org',
    OPEN_COLLECTION: 'on',
  })
  const server = await startServer(config)
  try {
    const visitor = createSessionClient(server.localUrl, config.database)
    const staff = await visitor.signIn('employee')
    await addNastyItems(staff)
    return await fetchPublishedDocuments(visitor, staff)
  } finally {
    await server.close()
    await rm(dataDir, { recursive: true })
  }
}

async function isFolder(path: string): Promise<boolean> {
  return (await stat(path).catch(() => null))?.isDirectory() ?? false
}
