import { Button, Skeleton } from '@mantine/core'
import { IconArchive } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { type ItemDetail, inventoryRoute, inventoryTypes } from '@vitrine/contract'
import { lazy, type ReactNode, Suspense } from 'react'
import { ApiError } from '../../../client/api-error.ts'
import { LoadFailure } from '../../../ui/feedback/load-failure.tsx'
import { UnsavedGuard } from '../../../ui/forms/unsaved.tsx'
import { PageHead } from '../../../ui/layout/page-head.tsx'
import { PlainPage } from '../../../ui/layout/plain-page.tsx'
import { useScreenSubject } from '../../../ui/layout/screen-subject.ts'
import { inventoryQueries } from '../inventory-queries.ts'
import { AttributesBlock } from './attributes-block.tsx'
import { FactsheetsBlock } from './factsheets-block.tsx'
import { InfoBlock } from './info-block.tsx'
import styles from './item-page.module.css'
import { PictureBlock } from './picture-block.tsx'
import { useArchive } from './use-archive.ts'

const ArchivedNotice = lazy(async () => ({ default: (await import('./archived-notice.tsx')).ArchivedNotice }))

interface ItemPageProps {
  readonly id: number
  /** Called after every change made here, for what else is shown of the item. */
  readonly onChanged: () => void
  readonly comments: ReactNode
  readonly history: (refresh: () => Promise<void>) => ReactNode
}

const isGone = (error: unknown) => error instanceof ApiError && [400, 404].includes(error.status)

const subjectOf = ({ identifier, name }: ItemDetail) => (name ? `${identifier} – ${name}` : identifier)

export function ItemPage({ id, onChanged, comments, history }: ItemPageProps) {
  const queries = useQueryClient()
  const navigate = useNavigate()
  const item = useQuery(inventoryQueries.item(id))
  useScreenSubject(item.data ? subjectOf(item.data) : null)

  if (isGone(item.error)) return <NoSuchItem />
  if (item.isError && !item.data) return <LoadFailure what="The item" query={item} />
  if (!item.data) return <ItemSkeleton />

  const refresh = async () => {
    onChanged()
    void queries.invalidateQueries({ queryKey: inventoryQueries.lists })
    await queries.invalidateQueries({ queryKey: inventoryQueries.item(id).queryKey })
  }
  const type = item.data.type_name
  const leave = async () => {
    queries.removeQueries({ queryKey: inventoryQueries.item(id).queryKey })
    void queries.invalidateQueries({ queryKey: inventoryQueries.lists })
    await navigate({ to: inventoryRoute(type), search: { archived: '1' } })
  }
  return (
    // Another item is another page, also where only the number in the address changes.
    <UnsavedGuard key={id}>
      <PageHead
        title={item.data.identifier}
        accent={type}
        count={<Link to={inventoryRoute(type)}>{inventoryTypes[type].museum}</Link>}
        actions={!item.data.archived && <ArchiveButton id={id} refresh={refresh} />}
      />
      {item.data.archived && (
        <Suspense>
          <ArchivedNotice item={item.data} archived={item.data.archived} refresh={refresh} onDeleted={leave} />
        </Suspense>
      )}
      <div className={styles.top}>
        <PictureBlock item={item.data} refresh={refresh} />
        <InfoBlock item={item.data} refresh={refresh} />
      </div>
      <div className={styles.rest}>
        <div className={styles.column}>
          <AttributesBlock item={item.data} refresh={refresh} />
        </div>
        <div className={styles.column}>
          {!item.data.archived && <FactsheetsBlock item={item.data} refresh={refresh} />}
          {comments}
        </div>
      </div>
      {history(refresh)}
    </UnsavedGuard>
  )
}

function ArchiveButton({ id, refresh }: { readonly id: number; readonly refresh: () => Promise<void> }) {
  const archive = useArchive(id, refresh)
  return (
    <Button
      variant="default"
      leftSection={<IconArchive size={16} aria-hidden="true" />}
      loading={archive.isPending}
      onClick={() => archive.mutate(true)}
    >
      Archive
    </Button>
  )
}

function NoSuchItem() {
  return (
    <PlainPage
      title="Not found"
      action={
        <Button component={Link} to="/">
          Go to Home
        </Button>
      }
    >
      There is no item at this address. It may have been removed.
    </PlainPage>
  )
}

function ItemSkeleton() {
  return (
    <div role="status" aria-label="Loading the item">
      <Skeleton height={32} width="10rem" mb="md" />
      <div className={styles.top}>
        <Skeleton height={280} />
        <div className={styles.lines}>
          <Skeleton height={24} width="60%" />
          <Skeleton height={16} />
          <Skeleton height={16} />
          <Skeleton height={16} width="80%" />
        </div>
      </div>
    </div>
  )
}
