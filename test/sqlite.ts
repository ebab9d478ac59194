import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { fillWithDemo } from './demo-database.ts'
import './provided.ts'

/** Creates a SQLite file with the demo for one test run. */
export default async function prepareSqlite(project: TestProject): Promise<() => void> {
  const folder = mkdtempSync(join(tmpdir(), 'vitrine-demo-'))
  await fillWithDemo({ DATA_DIR: folder })
  project.provide('postgresUrl', null)
  project.provide('demoFile', join(folder, 'vitrine.sqlite'))
  return () => rmSync(folder, { recursive: true })
}
