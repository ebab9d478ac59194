import type { Context } from '../../context.ts'
import type { DailyJob } from '../../jobs/daily-jobs.ts'
import { storeMissingLikenesses } from './likeness.ts'
import { pictureSizes } from './sizes.ts'

/** Computes the missing likenesses of pictures, such as those of the demo. */
export const likenessJob = ({ db, get, log }: Pick<Context, 'db' | 'get' | 'log'>): DailyJob => ({
  // The name of its row, from when it made missing sizes, too.
  name: 'sizes',
  title: 'look at new pictures',
  async run(_day, signal) {
    const looked = await storeMissingLikenesses(db, get(pictureSizes), signal)
    if (looked.remembered > 0)
      log.info({ pictures: looked.remembered }, 'what pictures look like was worked out')
    if (looked.failed.length > 0)
      log.warn({ pictures: looked.failed.length }, 'pictures could not be looked at')
  },
})
