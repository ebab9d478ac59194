import { Title } from '@mantine/core'
import { type ComponentType, useEffect, useRef, useState } from 'react'
import { ErrorMessage } from '../../ui/feedback/message.tsx'
import { SecondaryButton } from '../../ui/forms/buttons.ts'
import { lazyWithFallback } from '../../ui/layout/lazy-with-fallback.tsx'
import { CameraView } from '../../ui/scanner/camera-view.tsx'
import scanner from '../../ui/scanner/scanner.module.css'
import { TypedCodeForm } from '../../ui/scanner/typed-code-form.tsx'
import type { ItemAction, ItemPanelProps } from './item-action.ts'
import { ItemResult } from './item-result.tsx'
import styles from './scan-page.module.css'
import { FailedResult, Moving, PlaceResult, SeveralResult, UnknownResult } from './scan-result.tsx'
import { type Photos, usePhotos } from './use-photos.ts'
import { type Scan, useScan } from './use-scan.ts'

// Loaded after the first paint.
const ActionDialog = lazyWithFallback(
  async () => (await import('./action-dialog.tsx')).ActionDialog,
)

interface ScanPageProps {
  /** Actions for an item besides opening, moving and photographing it. */
  readonly actions: readonly ItemAction[]
  /** Chooses the place from a list instead of scanning it. */
  readonly MoveForm: ComponentType<ItemPanelProps>
  readonly onSearch: (text: string) => void
}

/** Shows what the camera or the keyboard enters: an item or a place, and the next steps. */
export function ScanPage({ actions, MoveForm, onSearch }: ScanPageProps) {
  const scan = useScan()
  const photos = usePhotos(scan.refresh)
  const [openAction, setOpenAction] = useState<Pick<ItemAction, 'label' | 'Panel'> | null>(null)
  const [hasCamera, setHasCamera] = useState(true)
  // Ignores the camera behind an open dialog.
  const onCode = (code: string, isTyped = false) =>
    openAction === null && scan.onCode(code, isTyped)

  // Keyed, so that text being typed is not lost when the order changes.
  const typedCodeForm = <TypedCodeForm key="typed" onCode={onCode} />
  const resultSection = (
    <ResultSection key="result" scan={scan} scrollsIntoView={hasCamera}>
      <Result
        scan={scan}
        photos={photos}
        actions={actions}
        onAction={setOpenAction}
        onChoosePlace={() => setOpenAction({ label: 'Move', Panel: MoveForm })}
        onSearch={onSearch}
      />
    </ResultSection>
  )

  return (
    <div className={`column stack ${scanner.page} ${scanner.large} ${styles.page}`}>
      <Title order={1} className={scanner.title ?? ''}>
        Scan
      </Title>
      <div className={`column stack ${hasCamera ? scanner.cameraAndResult : ''}`}>
        <CameraView onCode={onCode} startsAtOnce onMissing={() => setHasCamera(false)} />
        {hasCamera ? [resultSection, typedCodeForm] : [typedCodeForm, resultSection]}
      </div>
      <FailedPhoto photos={photos} />
      <ActionDialog action={openAction} scan={scan} onClose={() => setOpenAction(null)} />
    </div>
  )
}

interface ResultSectionProps {
  readonly scan: Scan
  /** False if the field for typing is above the result, because it must stay in view. */
  readonly scrollsIntoView: boolean
  readonly children: React.ReactNode
}

/** Takes up its size from the start, so that buttons do not move under the thumb. */
function ResultSection({ scan, scrollsIntoView, children }: ResultSectionProps) {
  const { result, note, isMoving } = scan
  const section = useRef<HTMLElement>(null)

  // On low screens the result may be out of view.
  useEffect(() => {
    if (result && scrollsIntoView) section.current?.scrollIntoView({ block: 'nearest' })
  }, [result, scrollsIntoView])

  const tone = result && !isMoving ? resultTones[result.kind] : undefined
  return (
    <section
      ref={section}
      aria-label="Last scan"
      className={`column stack tone ${scanner.result} ${styles.result}`}
      data-tone={note?.tone ?? tone}
    >
      {children}
      {note && (
        <p role="status" className={scanner.words}>
          <strong>{note.text}</strong>
        </p>
      )}
    </section>
  )
}

const resultTones = {
  item: undefined,
  place: undefined,
  several: 'watch',
  unknown: 'urgent',
  failed: 'urgent',
} as const

interface ResultProps {
  readonly scan: Scan
  readonly photos: Photos
  readonly actions: readonly ItemAction[]
  readonly onAction: (action: ItemAction) => void
  readonly onChoosePlace: () => void
  readonly onSearch: (text: string) => void
}

function Result({ scan, photos, actions, onAction, onChoosePlace, onSearch }: ResultProps) {
  const { result, item, isMoving } = scan
  if (isMoving && item)
    return <Moving item={item} onChoose={onChoosePlace} onCancel={scan.cancelMoving} />
  if (!result)
    return (
      <p role="status" className={scanner.words}>
        Hold the camera over a label, a visitors’ QR code or the code of a place.
      </p>
    )

  switch (result.kind) {
    case 'item':
      return (
        <ItemResult
          item={result.item}
          scan={scan}
          photos={photos}
          actions={actions}
          onAction={onAction}
        />
      )
    case 'place':
      return <PlaceResult place={result.place} scan={scan} />
    case 'several':
      return <SeveralResult items={result.items} count={result.count} onChoose={scan.choose} />
    case 'unknown':
      return (
        <UnknownResult
          code={result.code}
          problem={result.problem}
          onSearch={() => onSearch(result.code)}
        />
      )
    case 'failed':
      return <FailedResult problem={result.problem} onRetry={() => scan.tryAgain(result)} />
  }
}

function FailedPhoto({ photos: { failed } }: { readonly photos: Photos }) {
  if (!failed) return null
  return (
    <div className="stack">
      <ErrorMessage>
        The photo was not added to {failed.identifier}. {failed.problem}
      </ErrorMessage>
      <div className={scanner.parts}>
        <SecondaryButton size="xl" onClick={failed.sendAgain}>
          Send it again
        </SecondaryButton>
        <SecondaryButton size="xl" onClick={failed.discard}>
          Discard it
        </SecondaryButton>
      </div>
    </div>
  )
}
