import type { ItemType, PaperEvent, PaperProgress } from '@vitrine/contract'
import { ApiError, unreachable } from '../../client/api-error.ts'
import { download } from '../../client/call.ts'
import type { StreamEvent } from '../../client/stream.ts'
import { stream } from '../../client/stream.ts'

export type MergingProgress = PaperProgress | 'asking' | 'downloading'

interface MergedPdf {
  readonly type: ItemType
  /** The items, in order; without it, all that visitors see. */
  readonly ids?: readonly number[] | undefined
  readonly lang?: string | undefined
}

interface Listener {
  readonly signal: AbortSignal
  readonly onProgress: (progress: MergingProgress) => void
}

/** Prepares the PDF of many items, reports progress, then downloads it. */
export async function fetchMergedPdf(
  { type, ids, lang }: MergedPdf,
  { signal, onProgress }: Listener,
): Promise<{ file: Blob; oneLanguage: number }> {
  let ready: { readonly oneLanguage?: number | undefined } | null = null
  const options = {
    signal,
    onEvent({ event, data }: StreamEvent) {
      const message = { event, data: JSON.parse(data) } as PaperEvent
      if (message.event === 'progress') onProgress(message.data)
      if (message.event === 'ready') ready = message.data
      if (message.event === 'error') throw new ApiError(message.data.statusCode, message.data.message)
    },
  }
  const chosen = ids && { body: { ids: [...ids], lang } }
  const all = { query: { lang } }
  ready =
    (chosen
      ? await stream(`POST /pdf-${type}/merged/progress`, chosen, options)
      : await stream(`GET /pdf-${type}/merged/progress`, all, options)) ?? ready
  if (!ready) throw new ApiError(0, unreachable)
  onProgress('downloading')
  const file = chosen
    ? await download(`POST /pdf-${type}/merged`, chosen, { signal })
    : await download(`GET /pdf-${type}/merged`, all, { signal })
  return { file, oneLanguage: ready.oneLanguage ?? 0 }
}
