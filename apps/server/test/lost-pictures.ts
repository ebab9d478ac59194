import type { Db } from '../src/db/tables.ts'

export const addThirtyLostPictures = (db: Db) =>
  db
    .insertInto('media')
    .values(
      Array.from({ length: 30 }, (_, index) => ({
        name: index.toString(16).padStart(64, '0'),
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
