import { Button, Modal, Progress } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { fileNameOf, type ItemType, paperKindOf } from '@vitrine/contract'
import { useEffect, useState } from 'react'
import { serverMessage } from '../../client/api-error.ts'
import { ErrorMessage } from '../../ui/feedback/message.tsx'
import { numberText } from '../../ui/lists/count-text.ts'
import { saveFile } from '../../ui/lists/save-file.ts'
import { fetchMergedPdf, type MergingProgress } from './fetch-merged-pdf.ts'
import styles from './merged-pdf-dialog.module.css'
import '@mantine/core/styles/Progress.layer.css'

interface MergedPdfDialogProps {
  readonly type: ItemType
  /** Called after the closing transition. */
  readonly onClosed: () => void
}

/** Starts rendering the PDF of all items when opened. Closing it cancels the job. */
export function MergedPdfDialog({ type, onClosed }: MergedPdfDialogProps) {
  const { merged } = paperKindOf(type)
  const { title } = merged
  const fileName = fileNameOf(type, merged.fileName, 'pdf')
  const [opened, setOpened] = useState(false)
  const [attempt, setAttempt] = useState(1)
  const [progress, setProgress] = useState<MergingProgress>('asking')
  const [problem, setProblem] = useState<string | null>(null)

  // Opened after mounting: only then does the modal remember the focus and return it.
  useEffect(() => setOpened(true), [])

  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt is the same work again
  useEffect(() => {
    const control = new AbortController()
    const { signal } = control
    setProgress('asking')
    setProblem(null)
    fetchMergedPdf(type, { signal, onProgress: setProgress }).then(
      (file) => {
        if (signal.aborted) return
        saveFile(fileName, file)
        notifications.show({ message: `${title}: saved as ${fileName}.` })
        setOpened(false)
      },
      (error: unknown) => {
        if (!signal.aborted) setProblem(serverMessage(error))
      },
    )
    return () => control.abort()
  }, [type, title, fileName, attempt])

  const close = () => setOpened(false)
  return (
    <Modal
      opened={opened}
      onClose={close}
      onExitTransitionEnd={onClosed}
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
          <p className={styles.hint}>The PDF is cached: until something changes, the next download is quick.</p>
        </>
      ) : (
        <ErrorMessage>The PDF could not be created. {problem}</ErrorMessage>
      )}
      <div className={styles.actions}>
        <Button variant="default" onClick={close}>
          {problem === null ? 'Cancel' : 'Close'}
        </Button>
        {problem !== null && <Button onClick={() => setAttempt(attempt + 1)}>Try again</Button>}
      </div>
    </Modal>
  )
}

function stageText(progress: MergingProgress): string {
  if (progress === 'asking') return 'Preparing …'
  if (progress === 'downloading') return 'Downloading …'
  const { stage, done, total } = progress
  if (stage === 'waiting') return 'Waiting for another PDF to finish …'
  const count = `${numberText(done)} of ${numberText(total)}`
  return stage === 'collecting' ? `Collecting pictures: ${count}` : `Laying out pages: about ${count}`
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
