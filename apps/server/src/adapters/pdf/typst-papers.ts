import type { OnEnded } from '../../base/child-process.ts'
import type { Papers } from './papers.ts'
import { renderInProcess } from './process.ts'
import { singlePapers } from './singles.ts'

export function typstPapers(onEnded: OnEnded = () => undefined): Papers {
  const singles = singlePapers({ onEnded })
  const closing = new AbortController()
  const large = new Set<Promise<unknown>>()

  return {
    render: singles.render,

    async renderToFile(orders, file, { signal, ...options }) {
      // A large paper gets the memory that an idle process would hold.
      await singles.rest()
      const either = AbortSignal.any([signal, closing.signal])
      const rendering = renderInProcess(orders, file, { signal: either, onEnded, ...options })
      large.add(rendering)
      try {
        return await rendering
      } finally {
        large.delete(rendering)
      }
    },

    async close() {
      closing.abort(new Error('the server is closing'))
      await singles.close()
      await Promise.allSettled(large)
    },
  }
}
