import { query } from '../../client/query.ts'

/** The installation's settings, which change only when the server restarts. */
export const settingsQuery = { ...query('GET /settings'), staleTime: Number.POSITIVE_INFINITY }
