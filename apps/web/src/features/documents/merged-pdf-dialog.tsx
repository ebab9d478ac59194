import { Button, Modal, Progress } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import {
  downloadFileName,
  getPaperKind,
  type ItemType,
  type PaperEvent,
  type PaperProgress,
} from '@vitrine/contract'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { ApiError, getServerMessage, unreachableMessage } from '../../client/api-error.ts'
import { downloadFile } from '../../client/call.ts'
import { type StreamEvent, streamCall } from '../../client/stream.ts'
import { deferUntilFocusReturns } from '../../ui/feedback/dialogs.ts'
import { ErrorMessage } from '../../ui/feedback/message.tsx'
import { SecondaryButton } from '../../ui/forms/buttons.ts'
import { saveFile } from '../../ui/lists/save-file.ts'
import { formatNumber } from '../../ui/text/format.ts'
import { formatPaperLanguage, readPaperLanguage } from './paper-language.tsx'
import '@mantine/core/styles/Progress.layer.css'
import styles from './merged-pdf-dialog.module.css'

interface MergedPdfDialogProps {
  readonly type: ItemType
  /** The items in their order; undefined for all that visitors see. */
  readonly ids?: readonly number[] | undefined
  readonly onClosed: () => void
}

/** Renders the PDF of many items as soon as it opens; closing it cancels the rendering. */
export function MergedPdfDialog({ type, ids, onClosed }: MergedPdfDialogProps) {
  const { merged } = getPaperKind(type)
  const { title } = merged
  const fileName = downloadFileName(type, merged.fileName, 'pdf')
  const [lang] = useState(readPaperLanguage)
  const [opened, setOpened] = useState(false)
  const [progress, setProgress] = useState<MergingProgress>('asking')
  const [problem, setProblem] = useState<string | null>(null)
  const abortController = useRef<AbortController | null>(null)

  const renderPdf = async () => {
    const controller = new AbortController()
    const { signal } = controller
    abortController.current = controller
    setProgress('asking')
    setProblem(null)

    try {
      const request = { type, ids, lang: lang || undefined }
      const { file, oneLanguagePages } = await fetchMergedPdf(request, {
        signal,
        onProgress: setProgress,
      })
      if (signal.aborted) return

      saveFile(fileName, file)
      const note = oneLanguagePages > 0 ? ` ${formatShortfall(oneLanguagePages)}` : ''
      notifications.show({ message: `${title}: saved as ${fileName}.${note}` })
      setOpened(false)
    } catch (error) {
      if (!signal.aborted) setProblem(getServerMessage(error))
    }
  }

  // Opened after mounting, because only then does the modal remember the focus and return it.
  const onMounted = useEffectEvent(() => {
    setOpened(true)
    void renderPdf()
  })

  useEffect(() => {
    onMounted()
    return () => abortController.current?.abort()
  }, [])

  const closeDialog = () => setOpened(false)

  return (
    <Modal
      opened={opened}
      onClose={closeDialog}
      onExitTransitionEnd={deferUntilFocusReturns(onClosed)}
      title={title}
      closeOnClickOutside={problem !== null}
    >
      {problem === null ? (
        <>
          <p className={styles.stage} role="status">
            {formatStage(progress)}
          </p>
          <Progress.Root size="lg">
            <Progress.Section value={toPercent(progress)} animated aria-label="Progress" />
          </Progress.Root>
          <p className={`quiet ${styles.hint}`}>
            {lang && `Language: ${formatPaperLanguage(lang)}. `}The PDF is cached: until something
            changes, the next download is quick.
          </p>
        </>
      ) : (
        <ErrorMessage>The PDF could not be created. {problem}</ErrorMessage>
      )}
      <div className={`row-end ${styles.actions}`}>
        <SecondaryButton onClick={closeDialog}>
          {problem === null ? 'Cancel' : 'Close'}
        </SecondaryButton>
        {problem !== null && <Button onClick={renderPdf}>Try again</Button>}
      </div>
    </Modal>
  )
}

/** A note about pages in one language, because the second is missing or did not fit. */
function formatShortfall(pageCount: number): string {
  const pages = `${formatNumber(pageCount)} ${pageCount === 1 ? 'page has' : 'pages have'}`
  return `${pages} only the first language: the second is missing, or both did not fit.`
}

function formatStage(progress: MergingProgress): string {
  if (progress === 'asking') return 'Preparing …'
  if (progress === 'downloading') return 'Downloading …'

  const { stage, done, total } = progress
  if (stage === 'waiting') return 'Waiting for another PDF to finish …'

  const count = `${formatNumber(done)} of ${formatNumber(total)}`

  return stage === 'collecting'
    ? `Collecting pictures: ${count}`
    : `Laying out pages: about ${count}`
}

/** Collecting pictures takes about a tenth of the time, laying out pages the rest. */
const collectingPercent = 10

function toPercent(progress: MergingProgress): number {
  if (progress === 'asking') return 0
  if (progress === 'downloading') return 100
  if (progress.stage === 'waiting') return 0

  const { stage, done, total } = progress
  const fraction = total === 0 ? 0 : done / total
  return stage === 'collecting'
    ? fraction * collectingPercent
    : collectingPercent + fraction * (100 - collectingPercent)
}

export type MergingProgress = PaperProgress | 'asking' | 'downloading'

interface MergedPdfRequest {
  readonly type: ItemType
  /** The items in their order; undefined for all that visitors see. */
  readonly ids?: readonly number[] | undefined
  readonly lang?: string | undefined
}

interface ProgressListener {
  readonly signal: AbortSignal
  readonly onProgress: (progress: MergingProgress) => void
}

/** Prepares the PDF of many items, reports progress, then downloads it. */
export async function fetchMergedPdf(
  { type, ids, lang }: MergedPdfRequest,
  { signal, onProgress }: ProgressListener,
): Promise<{ file: Blob; oneLanguagePages: number }> {
  // Set by an event of the stream, or by the answer if the PDF is in the cache already.
  let ready: { readonly oneLanguage?: number | undefined } | null = null

  const options = {
    signal,
    onEvent({ event, data }: StreamEvent) {
      const message = { event, data: JSON.parse(data) } as PaperEvent
      if (message.event === 'progress') onProgress(message.data)
      if (message.event === 'ready') ready = message.data
      if (message.event === 'error')
        throw new ApiError(message.data.statusCode, message.data.message)
    },
  }

  const selectedItems = ids && { body: { ids: [...ids], lang } }
  const publicItems = { query: { lang } }

  ready =
    (selectedItems
      ? await streamCall(`POST /pdf-${type}/merged/progress`, selectedItems, options)
      : await streamCall(`GET /pdf-${type}/merged/progress`, publicItems, options)) ?? ready

  if (!ready) throw new ApiError(0, unreachableMessage)
  onProgress('downloading')

  const file = selectedItems
    ? await downloadFile(`POST /pdf-${type}/merged`, selectedItems, { signal })
    : await downloadFile(`GET /pdf-${type}/merged`, publicItems, { signal })

  return { file, oneLanguagePages: ready.oneLanguage ?? 0 }
}
