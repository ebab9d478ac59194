import { Title } from '@mantine/core'
import { IconMapPin } from '@tabler/icons-react'
import type { StocktakeData } from '@vitrine/contract'
import { useState } from 'react'
import { session } from '../../session/session.ts'
import { useSignedIn } from '../../session/use-session.ts'
import { ErrorMessage } from '../../ui/feedback/message.tsx'
import { SecondaryButton } from '../../ui/forms/buttons.ts'
import { useRegisterUnsavedForm } from '../../ui/forms/unsaved.tsx'
import { lazyWithFallback } from '../../ui/layout/lazy-with-fallback.tsx'
import { useScreenSubject } from '../../ui/layout/screen-subject.ts'
import { RowSkeletons } from '../../ui/lists/row-skeletons.tsx'
import { CameraView } from '../../ui/scanner/camera-view.tsx'
import scanner from '../../ui/scanner/scanner.module.css'
import { TypedCodeForm } from '../../ui/scanner/typed-code-form.tsx'
import { formatDate } from '../../ui/text/format.ts'
import { LastScanResult } from './last-scan-result.tsx'
import { RefusedList } from './refused-list.tsx'
import type { ScanTopic } from './scan-dialog.tsx'
import styles from './scan-page.module.css'
import { SeenLists } from './seen-lists.tsx'
import { UnsentFacts } from './unsent-facts.tsx'
import { useScanning } from './use-scanning.ts'
import { type StocktakeOnPhone, useStocktake } from './use-stocktake.ts'

// Loaded with the first dialog.
const ScanDialog = lazyWithFallback(async () => (await import('./scan-dialog.tsx')).ScanDialog)

/** The scan screen of a phone: first choose the place, then scan one object after another. */
export function ScanPage({ stocktakeId }: { readonly stocktakeId: number }) {
  const stocktake = useStocktake(stocktakeId, useSignedIn().user.email)
  const { data, unsent, problem } = stocktake
  useScreenSubject(data?.campaign.name ?? null)
  // An expired session keeps the screen for the same person to sign in again; a logout in another
  // tab clears it. Unsent facts are stored in either case.
  useRegisterUnsavedForm(() => unsent > 0 && !session.isEndedElsewhere(), undefined, true)

  return (
    <div className={`column stack ${scanner.page} ${scanner.large}`}>
      <Title order={1} className={`breakable ${scanner.title}`}>
        {data?.campaign.name ?? 'Scan'}
      </Title>
      {problem && <ErrorMessage>{problem}</ErrorMessage>}
      {data ? (
        <Scan data={data} stocktake={stocktake} />
      ) : (
        !problem && <RowSkeletons label="Loading the stocktake" />
      )}
    </div>
  )
}

interface ScanProps {
  readonly data: StocktakeData
  readonly stocktake: StocktakeOnPhone
}

function Scan({ data, stocktake }: ScanProps) {
  const scanning = useScanning(data, stocktake)
  const { place, places } = scanning
  const { closedAt, mayScan } = data.campaign
  const [topic, setTopic] = useState<ScanTopic | null>(null)
  // Ignore the camera behind an open dialog.
  const onCode = (code: string, isTyped = false) => topic === null && scanning.onCode(code, isTyped)
  const mayDismiss = mayScan && closedAt === ''

  return (
    <>
      <Progress data={data} seenItemIds={scanning.seenItemIds} offline={stocktake.offline} />
      {closedAt && (
        <ErrorMessage>
          This stocktake was closed on {formatDate(closedAt)}. What you scan now is kept, and a
          manager decides whether it counts.
        </ErrorMessage>
      )}
      {!mayScan && (
        <ErrorMessage>
          You do not take part in this stocktake. Please ask a root or an admin.
        </ErrorMessage>
      )}
      <SecondaryButton
        size="xl"
        className={scanner.wide ?? ''}
        leftSection={<IconMapPin size={28} aria-hidden="true" />}
        rightSection={<u>{place ? 'Change' : 'Choose'}</u>}
        onClick={() => setTopic({ kind: 'place' })}
      >
        {place?.name ?? 'Scan or choose a place first'}
        {place?.parent_id && (
          <span className={scanner.below}>{places.pathOf(place.parent_id)}</span>
        )}
      </SecondaryButton>
      {mayScan && (
        <>
          <div className={`column stack ${scanner.cameraAndResult}`}>
            <CameraView onCode={onCode} />
            <LastScanResult
              scanning={scanning}
              mayDismiss={mayDismiss}
              onCondition={(item) => setTopic({ kind: 'condition', item })}
            />
          </div>
          <TypedCodeForm onCode={onCode} />
        </>
      )}
      <RefusedList stocktake={stocktake} findItem={scanning.findItem} />
      <SeenLists
        data={data}
        stocktake={stocktake}
        scanning={scanning}
        mayDismiss={mayDismiss}
        onFound={(item) => setTopic({ kind: 'found', item })}
      />
      <UnsentFacts name={data.campaign.name} userName={data.me} stocktake={stocktake} />
      <ScanDialog
        topic={topic}
        scanning={scanning}
        unsent={stocktake.unsent}
        onClose={() => setTopic(null)}
      />
    </>
  )
}

interface ProgressProps {
  readonly data: StocktakeData
  readonly seenItemIds: ReadonlySet<number>
  readonly offline: StocktakeOnPhone['offline']
}

/** How many expected items were seen, and whether the screen works offline. */
function Progress({ data, seenItemIds, offline }: ProgressProps) {
  const expected = data.items.filter((item) => item.expected)
  const pictureCount = expected.filter(({ picture }) => picture !== '').length
  const picturesText =
    pictureCount > 0 ? `, with ${offline?.pictures} of ${pictureCount} pictures` : ''

  return (
    <p className={styles.counts}>
      <strong>
        {expected.filter(({ id }) => seenItemIds.has(id)).length} of {expected.length} seen
      </strong>{' '}
      {offline?.screen === true && `· Works without reception${picturesText}`}
      {offline?.screen === false && '· This browser needs reception to open this screen'}
    </p>
  )
}
