import { z } from 'zod'
import { type Call, Done } from '../call.ts'
import { signedIn, staff } from '../roles.ts'

export const diagnostics = {
  testError: {
    method: 'GET',
    path: '/admin/test-error',
    access: staff,
    summary: 'Fail on purpose',
    test: true,
    ok: Done,
  },
  testSqlError: {
    method: 'GET',
    path: '/admin/test-sql-error',
    access: staff,
    summary: 'Fail in the database on purpose',
    test: true,
    ok: Done,
  },
  testLog: {
    method: 'GET',
    path: '/admin/test-log',
    access: staff,
    summary: 'Write a line to the server log',
    test: true,
    ok: Done,
  },
  clientError: {
    method: 'POST',
    path: '/client-error',
    access: signedIn,
    summary: 'Report an unhandled error of the staff app',
    body: z.strictObject({
      message: z.string().max(2_000),
      trace: z.string().max(20_000).default(''),
    }),
    ok: Done,
  },
} as const satisfies Record<string, Call>
