import { defineConfig } from 'vitest/config'

const shared = { setupFiles: ['test/console-error.ts'], restoreMocks: true, testTimeout: 30_000, hookTimeout: 30_000 }
const httpTests = ['apps/server/**/*.http.test.ts']

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          ...shared,
          name: 'unit',
          include: ['packages/**/*.test.ts', 'apps/server/**/*.test.ts'],
          exclude: ['**/node_modules/**', ...httpTests],
        },
      },
      {
        test: { ...shared, name: 'unit-web', include: ['apps/web/src/**/*.test.{ts,tsx}'], environment: 'happy-dom' },
      },
      {
        test: {
          ...shared,
          name: 'http-sqlite',
          include: httpTests,
          env: { DATABASE: 'sqlite' },
          provide: { postgresUrl: null },
        },
      },
      {
        test: {
          ...shared,
          name: 'http-postgres',
          include: httpTests,
          env: { DATABASE: 'postgres' },
          globalSetup: ['test/postgres.ts'],
        },
      },
    ],
  },
})
