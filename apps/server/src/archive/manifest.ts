import { z } from 'zod'
import { isMediaKey } from '../adapters/media/media-store.ts'

export const manifestName = 'manifest.json'

const Sha256 = z.string().regex(/^[0-9a-f]{64}$/)
/** A file of a picture or recording. It becomes a path when it is restored, so any other form is rejected. */
const MediaKey = z.string().refine(isMediaKey)

/** The contents of a backup. Last file of the archive, so a truncated archive has none. */
export const Manifest = z.object({
  format: z.literal('vitrine-backup-1'),
  madeBy: z.string(),
  madeAt: z.string(),
  /** The installation it is of; backups made before there were ids have none. */
  installation: z.string().optional(),
  /** The migrations that the database had run. */
  migrations: z.array(z.string()).min(1),
  tables: z.array(
    z.object({ table: z.string(), rows: z.number().int(), sha256: Sha256, lastId: z.number().int().nullable() }),
  ),
  media: z.object({
    /** Whether the files are in the archive, or only named. */
    included: z.boolean(),
    contents: z.array(z.object({ name: Sha256, keys: z.array(MediaKey).readonly() })),
    /** Originals that were not there when the backup was made; older backups also name sizes. */
    missing: z.array(z.string()),
    /** Originals whose bytes differ from their hash. */
    damaged: z.array(z.string()),
  }),
  entries: z.array(z.object({ name: z.string(), bytes: z.number().int(), sha256: Sha256 })),
})
export type Manifest = z.infer<typeof Manifest>

export const tableEntry = (table: string): string => `database/${table}.jsonl.gz`
export const mediaEntry = (key: string): string => `media/${key}`
