import type { Context } from '../../context.ts'
import type { DailyJob } from '../../jobs/daily-jobs.ts'
import { storeMissingLikenesses } from './likeness.ts'
import { pictureSizes } from './sizes.ts'

/** Computes the missing likenesses of pictures, such as those of the demo. */
export const likenessJob = ({ db, get, log }: Pick<Context, 'db' | 'get' | 'log'>): DailyJob => ({
  // Stored: the job used to render missing sizes as well.
  name: 'sizes',
  title: 'look at new pictures',
  async run(_day, signal) {
    const { computed, failed } = await storeMissingLikenesses(db, get(pictureSizes), signal)
    if (computed > 0) log.info({ pictures: computed }, 'what pictures look like was worked out')
    if (failed.length > 0) log.warn({ pictures: failed.length }, 'pictures could not be looked at')
  },
})
