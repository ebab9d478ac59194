import type { Db } from '../src/db/tables.ts'

/** As if three pictures had been there whose files are gone: ten files each, the original and nine forms of it. */
export const loseThreePictures = (db: Db) =>
  db
    .insertInto('media')
    .values(
      ['1', '2', '3'].map((digit) => ({
        name: digit.repeat(64),
        kind: 'picture' as const,
        mime: 'image/jpeg',
        bytes: 1,
        width: 1,
        height: 1,
        file_name: 'lost.jpg',
        created_at: '2026-01-01T00:00:00.000Z',
      })),
    )
    .execute()
