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
import { ApiError, serverMessage, unreachableMessage } from '../../client/api-error.ts'
import { downloadFile } from '../../client/call.ts'
import { type StreamEvent, streamCall } from '../../client/stream.ts'
import { afterFocusReturns } from '../../ui/feedback/dialogs.ts'
import { ErrorMessage } from '../../ui/feedback/message.tsx'
import { SecondaryButton } from '../../ui/forms/buttons.ts'
import { saveFile } from '../../ui/lists/save-file.ts'
import { formatNumber } from '../../ui/text/format.ts'
import { languageText, rememberedLanguage } from './paper-language.tsx'
import '@mantine/core/styles/Progress.layer.css'
import styles from './merged-pdf-dialog.module.css'

interface MergedPdfDialogProps {
  readonly type: ItemType
  /** The items, in order; without it, all that visitors see. */
  readonly ids?: readonly number[] | undefined
  readonly onClosed: () => void
}

/** Starts rendering the PDF of many items when opened. Closing it cancels the job. */
export function MergedPdfDialog({ type, ids, onClosed }: MergedPdfDialogProps) {
  const { merged } = getPaperKind(type)
  const { title } = merged
  const fileName = downloadFileName(type, merged.fileName, 'pdf')
  const [lang] = useState(rememberedLanguage)
  const [opened, setOpened] = useState(false)
  const [progress, setProgress] = useState<MergingProgress>('asking')
  const [problem, setProblem] = useState<string | null>(null)
  const job = useRef<AbortController | null>(null)

  const render = async () => {
    const control = new AbortController()
    const { signal } = control
    job.current = control
    setProgress('asking')
    setProblem(null)
    try {
      const order = { type, ids, lang: lang || undefined }
      const { file, oneLanguage } = await fetchMergedPdf(order, { signal, onProgress: setProgress })
      if (signal.aborted) return
      saveFile(fileName, file)
      notifications.show({
        message: [`${title}: saved as ${fileName}.`, ...shortfall(oneLanguage)].join(' '),
      })
      setOpened(false)
    } catch (error) {
      if (!signal.aborted) setProblem(serverMessage(error))
    }
  }
  // Opened after mounting: only then does the modal remember the focus and return it.
  const onMounted = useEffectEvent(() => {
    setOpened(true)
    void render()
  })
  useEffect(() => {
    onMounted()
    return () => job.current?.abort()
  }, [])

  const close = () => setOpened(false)
  return (
    <Modal
      opened={opened}
      onClose={close}
      onExitTransitionEnd={afterFocusReturns(onClosed)}
      title={title}
      closeOnClickOutside={problem !== null}
    >
      {problem === null ? (
        <>
          <p className={styles.stage} role="status">
            {stageText(progress)}
          </p>
          <Progress.Root size="lg">
            <Progress.Section value={percentOf(progress)} animated aria-label="Progress" />
          </Progress.Root>
          <p className={`quiet ${styles.hint}`}>
            {lang && `Language: ${languageText(lang)}. `}The PDF is cached: until something changes,
            the next download is quick.
          </p>
        </>
      ) : (
        <ErrorMessage>The PDF could not be created. {problem}</ErrorMessage>
      )}
      <div className={`row-end ${styles.actions}`}>
        <SecondaryButton onClick={close}>{problem === null ? 'Cancel' : 'Close'}</SecondaryButton>
        {problem !== null && <Button onClick={render}>Try again</Button>}
      </div>
    </Modal>
  )
}

/** Two languages are not always there, and do not always fit. */
const shortfall = (pages: number): string[] =>
  pages === 0
    ? []
    : [
        `${formatNumber(pages)} ${pages === 1 ? 'page has' : 'pages have'} only the first language: the second is missing, or both did not fit.`,
      ]

function stageText(progress: MergingProgress): string {
  if (progress === 'asking') return 'Preparing …'
  if (progress === 'downloading') return 'Downloading …'
  const { stage, done, total } = progress
  if (stage === 'waiting') return 'Waiting for another PDF to finish …'
  const count = `${formatNumber(done)} of ${formatNumber(total)}`
  return stage === 'collecting'
    ? `Collecting pictures: ${count}`
    : `Laying out pages: about ${count}`
}

/** Collecting is a tenth of the work, setting the rest. */
function percentOf(progress: MergingProgress): number {
  if (progress === 'asking') return 0
  if (progress === 'downloading') return 100
  const { stage, done, total } = progress
  const part = total === 0 ? 0 : done / total
  if (stage === 'waiting') return 0
  return stage === 'collecting' ? part * 10 : 10 + part * 90
}

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
      if (message.event === 'error')
        throw new ApiError(message.data.statusCode, message.data.message)
    },
  }
  const chosen = ids && { body: { ids: [...ids], lang } }
  const all = { query: { lang } }
  ready =
    (chosen
      ? await streamCall(`POST /pdf-${type}/merged/progress`, chosen, options)
      : await streamCall(`GET /pdf-${type}/merged/progress`, all, options)) ?? ready
  if (!ready) throw new ApiError(0, unreachableMessage)
  onProgress('downloading')
  const file = chosen
    ? await downloadFile(`POST /pdf-${type}/merged`, chosen, { signal })
    : await downloadFile(`GET /pdf-${type}/merged`, all, { signal })
  return { file, oneLanguage: ready.oneLanguage ?? 0 }
}
