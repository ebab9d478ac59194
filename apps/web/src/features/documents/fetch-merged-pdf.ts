import type { ItemType, PaperEvent, PaperProgress } from '@vitrine/contract'
import { ApiError, unreachable } from '../../client/api-error.ts'
import { download } from '../../client/call.ts'
import { stream } from '../../client/stream.ts'

export type MergingProgress = PaperProgress | 'asking' | 'downloading'

interface Listener {
  readonly signal: AbortSignal
  readonly onProgress: (progress: MergingProgress) => void
}

/** Prepares the PDF of all items, reports progress, then downloads it. */
export async function fetchMergedPdf(type: ItemType, { signal, onProgress }: Listener): Promise<Blob> {
  let isReady = false
  const whole = await stream(
    `GET /pdf-${type}/merged/progress`,
    {},
    {
      signal,
      onEvent({ event, data }) {
        const message = { event, data: JSON.parse(data) } as PaperEvent
        if (message.event === 'progress') onProgress(message.data)
        if (message.event === 'ready') isReady = true
        if (message.event === 'error') throw new ApiError(message.data.statusCode, message.data.message)
      },
    },
  )
  if (!whole && !isReady) throw new ApiError(0, unreachable)
  onProgress('downloading')
  return download(`GET /pdf-${type}/merged`, undefined, { signal })
}
