import type { Db } from '../src/db/tables.ts'

/** More than commands list: they name the first 20 and count the rest. */
export const lostPictureCount = 30

/** Adds pictures whose files do not exist. */
export const addLostPictures = (db: Db) =>
  db
    .insertInto('media')
    .values(
      Array.from({ length: lostPictureCount }, (_, index) => ({
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
