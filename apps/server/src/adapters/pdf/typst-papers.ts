import type { Log } from '../../base/log.ts'
import type { PaperPicture, Papers } from './papers.ts'
import { renderInProcess } from './process.ts'
import { paperThread } from './thread.ts'

export function typstPapers(log: Log): Papers {
  const thread = paperThread(log)
  const closing = new AbortController()
  const large = new Set<Promise<void>>()

  return {
    async render({ pictures, ...job }) {
      const all: PaperPicture[] = []
      for await (const picture of pictures) all.push(picture)
      return thread.render({ ...job, pictures: all })
    },

    async renderToFile(order, file, { signal, ...options }) {
      const either = AbortSignal.any([signal, closing.signal])
      const rendering = renderInProcess(order, file, { signal: either, ...options })
      large.add(rendering)
      try {
        await rendering
      } finally {
        large.delete(rendering)
      }
    },

    async close() {
      closing.abort(new Error('the server is closing'))
      await thread.close()
      await Promise.allSettled(large)
    },
  }
}
