import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'
import { bundledProcesses } from './scripts/bundled-processes.mjs'
import { listHttpTests, testTags } from './test/levels.ts'
import { useMemoryForTempFiles } from './test/memory.ts'

useMemoryForTempFiles()

const shared = {
  setupFiles: ['test/compile-cache.ts', 'test/console-error.ts'],
  restoreMocks: true,
  tags: testTags,
  // Tests start servers, hash passwords and print, beside a browser; a busy machine may take its time.
  testTimeout: 300_000,
  hookTimeout: 180_000,
  // Each test makes what it needs; to load sources and a DOM anew for every file would double the work.
  isolate: false,
  // Optimizing Typst’s WebAssembly, or checking functions that are never called, takes longer than what the tests have it print.
  execArgv: ['--liftoff-only', '--wasm-lazy-validation'],
}

const s3 = { ...shared, include: ['apps/server/**/*.s3.test.ts'] }

const cluster = { ...shared, include: ['apps/server/**/*.cluster.test.ts'] }

export default defineConfig({
  test: {
    maxWorkers: Math.max(2, availableParallelism() - 1),
    projects: [
      {
        test: {
          ...shared,
          name: 'unit',
          include: ['packages/**/*.test.ts', 'apps/server/**/*.test.ts'],
          exclude: ['**/node_modules/**', '**/*.{http,s3,cluster}.test.ts'],
        },
      },
      {
        test: {
          ...shared,
          name: 'unit-web',
          include: ['apps/web/{src,test}/**/*.test.{ts,tsx}'],
          environment: 'happy-dom',
          // Loading the whole app takes longer than what one file does with it.
          maxWorkers: 1,
          // Vitest wants projects with different numbers of workers one after the other.
          sequence: { groupOrder: 1 },
        },
      },
      {
        plugins: [bundledProcesses],
        test: {
          ...shared,
          name: 'http-sqlite',
          include: listHttpTests('sqlite'),
          setupFiles: [...shared.setupFiles, 'test/any-order.ts'],
          globalSetup: ['test/server-bundle.ts', 'test/sqlite.ts'],
        },
      },
      {
        plugins: [bundledProcesses],
        test: {
          ...shared,
          name: 'http-postgres',
          include: listHttpTests('postgres'),
          globalSetup: ['test/server-bundle.ts', 'test/postgres.ts'],
        },
      },
      {
        plugins: [bundledProcesses],
        test: {
          ...s3,
          name: 's3',
          globalSetup: ['test/server-bundle.ts', 'test/sqlite.ts', 'test/radosgw.ts'],
        },
      },
      {
        plugins: [bundledProcesses],
        test: {
          ...cluster,
          name: 'cluster',
          globalSetup: ['test/server-bundle.ts', 'test/postgres.ts', 'test/radosgw.ts'],
        },
      },
    ],
  },
})
