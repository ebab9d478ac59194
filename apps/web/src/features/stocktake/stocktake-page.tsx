import { Button } from '@mantine/core'
import { IconListDetails, IconLock, IconLockOpen, IconPlus, IconScan } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type Campaign, isRoleAllowed, managers } from '@vitrine/contract'
import { useState } from 'react'
import { callQuery } from '../../client/query.ts'
import { useSignedIn } from '../../session/use-session.ts'
import { EmptyState, LoadFailure } from '../../ui/feedback/list-states.tsx'
import { SecondaryButton } from '../../ui/forms/buttons.ts'
import { lazyWithFallback } from '../../ui/layout/lazy-with-fallback.tsx'
import { PageHeader } from '../../ui/layout/page-parts.tsx'
import { useAddressAction } from '../../ui/layout/use-address-action.ts'
import { RowSkeletons } from '../../ui/lists/row-skeletons.tsx'
import { CampaignSummary } from './campaign-summary.tsx'
import { OpenStocktakeForm, type ViewItemsComponent } from './open-stocktake-form.tsx'
import { openOutbox } from './outbox.ts'
import styles from './stocktake-page.module.css'
import { formatUnsentCount } from './unsent-count.ts'
import { useCampaignClosing } from './use-campaign-closing.tsx'

const campaignsQuery = callQuery('GET /stocktake')

// Loaded on demand: only managers need it, after choosing a stocktake.
const CampaignDifferences = lazyWithFallback(
  async () => (await import('./campaign-differences.tsx')).CampaignDifferences,
  <RowSkeletons label="Loading the differences" />,
)

/** The campaigns stored on this phone for use without reception, with the unsent count of each. */
async function readStoredCampaigns(email: string) {
  const outbox = await openOutbox(email)

  try {
    return {
      campaigns: await outbox.listCampaigns(),
      unsent: await outbox.countPendingByCampaign(),
    }
  } finally {
    outbox.close()
  }
}

interface StocktakePageProps {
  /** The campaign whose differences are shown. */
  readonly campaignId: number | undefined
  readonly onCampaign: (id: number | undefined) => void
  readonly ViewItems: ViewItemsComponent
}

/** The list of stocktakes: members scan; root and admin also open, decide and close. */
export function StocktakePage({ campaignId, onCampaign, ViewItems }: StocktakePageProps) {
  const list = useQuery(campaignsQuery)
  const queries = useQueryClient()
  const { email, role } = useSignedIn().user
  const isManager = isRoleAllowed(managers, role)

  const stored = useQuery({
    queryKey: ['kept stocktakes', email],
    queryFn: () => readStoredCampaigns(email),
  })

  const unsentCount = ({ id }: Campaign) => stored.data?.unsent.get(id) ?? 0
  const [isOpening, setOpening] = useState(false)
  useAddressAction({ new: () => setOpening(isManager) })
  const refresh = () => queries.invalidateQueries({ queryKey: campaignsQuery.queryKey })
  const { close, reopen } = useCampaignClosing()
  const shownCampaign = list.data?.find(({ id }) => id === campaignId)

  if (shownCampaign && isManager)
    return (
      <CampaignDifferences
        key={shownCampaign.id}
        campaign={shownCampaign}
        onBack={() => onCampaign(undefined)}
        onClose={close(shownCampaign)}
        onReopen={reopen(shownCampaign)}
      />
    )

  return (
    <>
      <PageHeader
        title="Stocktake"
        actions={
          isManager && (
            <Button
              leftSection={<IconPlus size={16} aria-hidden="true" />}
              onClick={() => setOpening(true)}
            >
              Open a stocktake
            </Button>
          )
        }
      />
      {isOpening && (
        <OpenStocktakeForm
          ViewItems={ViewItems}
          onClose={() => setOpening(false)}
          onOpened={async () => {
            setOpening(false)
            await refresh()
          }}
        />
      )}
      {list.isPending && <RowSkeletons label="Loading the stocktakes" />}
      {list.isError && <LoadFailure what="The stocktakes" query={list} />}
      {list.data?.length === 0 && (
        <EmptyState>
          There is no stocktake yet.{' '}
          {isManager ? 'Open one to count what is in a place.' : 'A root or an admin can open one.'}
        </EmptyState>
      )}
      <ul className={`plain-list stack ${styles.campaigns}`}>
        {(list.data ?? (list.isError ? stored.data?.campaigns : undefined))?.map((campaign) => (
          <li
            key={campaign.id}
            className={`surface stack ${styles.campaign}`}
            data-closed={campaign.closedAt !== '' || undefined}
          >
            <CampaignSummary campaign={campaign} />
            {unsentCount(campaign) > 0 && (
              <p className={styles.unsent}>
                <strong>{formatUnsentCount(unsentCount(campaign))}</strong>: open it where there is
                reception, and it is sent.
              </p>
            )}
            <div className="row">
              {((campaign.closedAt === '' && campaign.mayScan) || unsentCount(campaign) > 0) && (
                // A full page load, because the camera policy and the service worker come with the
                // page.
                <Button
                  size="xl"
                  component="a"
                  href={`/stocktake/${campaign.id}`}
                  leftSection={<IconScan size={24} aria-hidden="true" />}
                >
                  {campaign.closedAt === '' ? 'Scan' : 'Open and send'}
                </Button>
              )}
              {isManager && list.data && (
                <SecondaryButton
                  leftSection={<IconListDetails size={16} aria-hidden="true" />}
                  onClick={() => onCampaign(campaign.id)}
                >
                  Differences
                </SecondaryButton>
              )}
              {isManager && list.data && campaign.closedAt === '' && (
                <SecondaryButton
                  leftSection={<IconLock size={16} aria-hidden="true" />}
                  onClick={close(campaign)}
                >
                  Close…
                </SecondaryButton>
              )}
              {isManager && list.data && campaign.closedAt !== '' && (
                <SecondaryButton
                  leftSection={<IconLockOpen size={16} aria-hidden="true" />}
                  onClick={reopen(campaign)}
                >
                  Reopen…
                </SecondaryButton>
              )}
            </div>
          </li>
        ))}
      </ul>
    </>
  )
}
