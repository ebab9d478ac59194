import { Title } from '@mantine/core'
import { IconMapPin } from '@tabler/icons-react'
import { type CampaignData, dayOf } from '@vitrine/contract'
import { useState } from 'react'
import { session } from '../../session/session.ts'
import { useSignedIn } from '../../session/use-session.ts'
import { ErrorMessage } from '../../ui/feedback/message.tsx'
import { SecondaryButton } from '../../ui/forms/buttons.ts'
import { useUnsavedChanges } from '../../ui/forms/unsaved.tsx'
import { lazyWithFallback } from '../../ui/layout/lazy-with-fallback.tsx'
import { useScreenSubject } from '../../ui/layout/screen-subject.ts'
import { RowSkeletons } from '../../ui/lists/row-skeletons.tsx'
import { CameraView } from './camera-view.tsx'
import { LastScan } from './last-scan.tsx'
import { RefusedList } from './refused-list.tsx'
import type { ScanTopic } from './scan-dialog.tsx'
import styles from './scan-page.module.css'
import { SeenLists } from './seen-lists.tsx'
import { TypedCode } from './typed-code.tsx'
import { Unsent } from './unsent.tsx'
import { type CampaignOnPhone, useCampaign } from './use-campaign.ts'
import { useScanning } from './use-scanning.ts'

// Not needed to show the screen.
const ScanDialog = lazyWithFallback(async () => (await import('./scan-dialog.tsx')).ScanDialog)

/** Scanning on a phone: where one is, then object after object. */
export function ScanPage({ campaignId }: { readonly campaignId: number }) {
  const campaign = useCampaign(campaignId, useSignedIn().user.email)
  const { data, unsent, problem } = campaign
  useScreenSubject(data?.campaign.name ?? null)
  // A session that expires keeps the screen for the same person. After a logout in another tab nothing is shown any more. What
  // was not sent is found again in any case.
  useUnsavedChanges(() => unsent > 0 && !session.isEndedElsewhere(), undefined, true)
  return (
    <div className={`column stack ${styles.page} ${styles.large}`}>
      <Title order={1} className={`breakable ${styles.title}`}>
        {data?.campaign.name ?? 'Scan'}
      </Title>
      {problem && <ErrorMessage>{problem}</ErrorMessage>}
      {data ? (
        <Scan data={data} campaign={campaign} />
      ) : (
        !problem && <RowSkeletons label="Loading the stocktake" />
      )}
    </div>
  )
}

interface ScanProps {
  readonly data: CampaignData
  readonly campaign: CampaignOnPhone
}

function Scan({ data, campaign }: ScanProps) {
  const scanning = useScanning(data, campaign)
  const { place, places } = scanning
  const { closedAt, mayScan } = data.campaign
  const [topic, setTopic] = useState<ScanTopic | null>(null)
  // Nothing is scanned behind a dialog.
  const onCode = (code: string, isTyped = false) => topic === null && scanning.onCode(code, isTyped)
  const mayDismiss = mayScan && closedAt === ''
  return (
    <>
      <Progress data={data} seen={scanning.seen} kept={campaign.kept} />
      {closedAt && (
        <ErrorMessage>
          This stocktake was closed on {dayOf(new Date(closedAt))}. What you scan now is kept, and a
          manager decides whether it counts.
        </ErrorMessage>
      )}
      {!mayScan && (
        <ErrorMessage>
          You do not take part in this stocktake. Root or admin can tell you more.
        </ErrorMessage>
      )}
      <SecondaryButton
        size="xl"
        className={styles.wide ?? ''}
        leftSection={<IconMapPin size={28} aria-hidden="true" />}
        rightSection={<u>{place ? 'Change' : 'Choose'}</u>}
        onClick={() => setTopic({ kind: 'place' })}
      >
        {place?.name ?? 'Scan or choose a place first'}
        {place?.parent_id && <span className={styles.below}>{places.pathOf(place.parent_id)}</span>}
      </SecondaryButton>
      {mayScan && (
        <>
          <div className={`column stack ${styles.look}`}>
            <CameraView onCode={onCode} />
            <LastScan
              scanning={scanning}
              mayDismiss={mayDismiss}
              onCondition={(item) => setTopic({ kind: 'condition', item })}
            />
          </div>
          <TypedCode onCode={onCode} />
        </>
      )}
      <RefusedList campaign={campaign} itemOf={scanning.itemOf} />
      <SeenLists
        data={data}
        campaign={campaign}
        scanning={scanning}
        mayDismiss={mayDismiss}
        onFound={(item) => setTopic({ kind: 'found', item })}
      />
      <Unsent name={data.campaign.name} me={data.me} campaign={campaign} />
      <ScanDialog
        topic={topic}
        scanning={scanning}
        unsent={campaign.unsent}
        onClose={() => setTopic(null)}
      />
    </>
  )
}

interface ProgressProps {
  readonly data: CampaignData
  readonly seen: ReadonlySet<number>
  readonly kept: CampaignOnPhone['kept']
}

/** How far it is, and what works without reception. */
function Progress({ data, seen, kept }: ProgressProps) {
  const expected = data.items.filter((item) => item.expected)
  const withPicture = expected.filter(({ picture }) => picture !== '').length
  return (
    <p className={styles.counts}>
      <strong>
        {expected.filter(({ id }) => seen.has(id)).length} of {expected.length} seen
      </strong>{' '}
      {kept?.screen === true &&
        `· Works without reception${withPicture > 0 ? `, with ${kept.pictures} of ${withPicture} pictures` : ''}`}
      {kept?.screen === false && '· This browser needs reception to open this screen'}
    </p>
  )
}
