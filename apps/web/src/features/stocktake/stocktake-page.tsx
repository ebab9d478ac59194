import { Button } from '@mantine/core'
import { IconListDetails, IconLock, IconLockOpen, IconPlus, IconScan } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { isRoleAllowed, managers, type Stocktake } from '@vitrine/contract'
import { useState } from 'react'
import { callQuery } from '../../client/query.ts'
import { useSignedIn } from '../../session/use-session.ts'
import { EmptyState, LoadFailure } from '../../ui/feedback/list-states.tsx'
import { SecondaryButton } from '../../ui/forms/buttons.ts'
import { lazyWithFallback } from '../../ui/layout/lazy-with-fallback.tsx'
import { PageHeader } from '../../ui/layout/page-parts.tsx'
import { useAddressAction } from '../../ui/layout/use-address-action.ts'
import { RowSkeletons } from '../../ui/lists/row-skeletons.tsx'
import { OpenStocktakeForm, type ViewItemsComponent } from './open-stocktake-form.tsx'
import { openOutbox } from './outbox.ts'
import styles from './stocktake-page.module.css'
import { StocktakeSummary } from './stocktake-summary.tsx'
import { formatUnsentCount } from './unsent-count.ts'
import { useStocktakeClosing } from './use-stocktake-closing.tsx'

const stocktakesQuery = callQuery('GET /stocktake')

// Loaded on demand: only managers need it, after choosing a stocktake.
const StocktakeDifferences = lazyWithFallback(
  async () => (await import('./stocktake-differences.tsx')).StocktakeDifferences,
  <RowSkeletons label="Loading the differences" />,
)

/** The stocktakes stored on this phone for use without reception, with the unsent count of each. */
async function readStoredStocktakes(email: string) {
  const outbox = await openOutbox(email)

  try {
    return {
      stocktakes: await outbox.listStocktakes(),
      unsent: await outbox.countPendingByStocktake(),
    }
  } finally {
    outbox.close()
  }
}

interface StocktakePageProps {
  /** The stocktake whose differences are shown. */
  readonly stocktakeId: number | undefined
  /** Shows the differences of this stocktake; the list if undefined. */
  readonly onShowDifferences: (stocktakeId: number | undefined) => void
  readonly ViewItems: ViewItemsComponent
}

/** The list of stocktakes: members scan; root and admin also open, decide and close. */
export function StocktakePage({ stocktakeId, onShowDifferences, ViewItems }: StocktakePageProps) {
  const list = useQuery(stocktakesQuery)
  const queries = useQueryClient()
  const { email, role } = useSignedIn().user
  const isManager = isRoleAllowed(managers, role)

  const stored = useQuery({
    queryKey: ['kept stocktakes', email],
    queryFn: () => readStoredStocktakes(email),
  })

  // Shown only if the server's list could not be loaded.
  const storedStocktakes = list.isError ? stored.data?.stocktakes : undefined
  const [isOpening, setOpening] = useState(false)
  useAddressAction({ new: () => setOpening(isManager) })
  const refresh = () => queries.invalidateQueries({ queryKey: stocktakesQuery.queryKey })
  const { close, reopen } = useStocktakeClosing()
  const shownStocktake = list.data?.find(({ id }) => id === stocktakeId)

  if (shownStocktake && isManager)
    return (
      <StocktakeDifferences
        key={shownStocktake.id}
        stocktake={shownStocktake}
        onBack={() => onShowDifferences(undefined)}
        onClose={close(shownStocktake)}
        onReopen={reopen(shownStocktake)}
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
      <ul className={`plain-list stack ${styles.list}`}>
        {(list.data ?? storedStocktakes)?.map((stocktake) => (
          <StocktakeCard
            key={stocktake.id}
            stocktake={stocktake}
            unsentCount={stored.data?.unsent.get(stocktake.id) ?? 0}
            managing={
              isManager &&
              list.data !== undefined && {
                onShowDifferences: () => onShowDifferences(stocktake.id),
                onClose: close(stocktake),
                onReopen: reopen(stocktake),
              }
            }
          />
        ))}
      </ul>
    </>
  )
}

interface StocktakeCardProps {
  readonly stocktake: Stocktake
  readonly unsentCount: number
  /** Handlers for managers; false for others, and without a connection. */
  readonly managing:
    | false
    | {
        readonly onShowDifferences: () => void
        readonly onClose: () => void
        readonly onReopen: () => void
      }
}

function StocktakeCard({ stocktake, unsentCount, managing }: StocktakeCardProps) {
  const isOpen = stocktake.closedAt === ''

  return (
    <li className={`surface stack ${styles.stocktake}`} data-closed={!isOpen || undefined}>
      <StocktakeSummary stocktake={stocktake} />
      {unsentCount > 0 && (
        <p className={styles.unsent}>
          <strong>{formatUnsentCount(unsentCount)}</strong>: open it where there is reception, and
          it is sent.
        </p>
      )}
      <div className="row">
        {((isOpen && stocktake.mayScan) || unsentCount > 0) && (
          // A full page load, because the camera policy and the service worker come with the page.
          <Button
            size="xl"
            component="a"
            href={`/stocktake/${stocktake.id}`}
            leftSection={<IconScan size={24} aria-hidden="true" />}
          >
            {isOpen ? 'Scan' : 'Open and send'}
          </Button>
        )}
        {managing && (
          <SecondaryButton
            leftSection={<IconListDetails size={16} aria-hidden="true" />}
            onClick={managing.onShowDifferences}
          >
            Differences
          </SecondaryButton>
        )}
        {managing && isOpen && (
          <SecondaryButton
            leftSection={<IconLock size={16} aria-hidden="true" />}
            onClick={managing.onClose}
          >
            Close…
          </SecondaryButton>
        )}
        {managing && !isOpen && (
          <SecondaryButton
            leftSection={<IconLockOpen size={16} aria-hidden="true" />}
            onClick={managing.onReopen}
          >
            Reopen…
          </SecondaryButton>
        )}
      </div>
    </li>
  )
}
