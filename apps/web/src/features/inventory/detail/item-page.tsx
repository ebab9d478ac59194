import { Skeleton } from '@mantine/core'
import { IconArchive } from '@tabler/icons-react'
import { type UseQueryResult, useQuery, useQueryClient } from '@tanstack/react-query'
import { useLocation, useNavigate } from '@tanstack/react-router'
import {
  type Attribute,
  type ItemDetail,
  inventoryRoute,
  itemTypes,
  type LabelLanguage,
  readableLanguage,
  type TextLanguage,
  textState,
} from '@vitrine/contract'
import { type ReactNode, useEffect, useState } from 'react'
import { ApiError } from '../../../client/api-error.ts'
import { attributeQueries } from '../../../client/queries.ts'
import { LoadFailure } from '../../../ui/feedback/list-states.tsx'
import { SecondaryButton } from '../../../ui/forms/buttons.ts'
import { UnsavedGuard } from '../../../ui/forms/unsaved.tsx'
import { lazyWithFallback } from '../../../ui/layout/lazy-with-fallback.tsx'
import { MessagePage } from '../../../ui/layout/message-page.tsx'
import { Block, PageHeader } from '../../../ui/layout/page-parts.tsx'
import { useScreenSubject } from '../../../ui/layout/screen-subject.ts'
import { inventoryQueries } from '../inventory-queries.ts'
import { AttributesBlock } from './attributes-block.tsx'
import { FactsheetsBlock } from './factsheets-block.tsx'
import { InfoBlock } from './info-block.tsx'
import { ItemProvider, useSetArchived } from './item-context.ts'
import { ArchivedNotice, LastCheckedLine, VisitorQuestionNote } from './item-notices.tsx'
import styles from './item-page.module.css'
import { JumpBar, jumpTargetProps } from './jump-bar.tsx'
import { ListNavigation } from './list-navigation.tsx'

const TranslationsBlock = lazyWithFallback(
  async () => (await import('./translations/translations-block.tsx')).TranslationsBlock,
  <Block title="Translations">{null}</Block>,
)

const LoanFiles = lazyWithFallback(
  async () => (await import('./loan-files.tsx')).LoanFiles,
  <Block title="For a loan">{null}</Block>,
)

interface ItemPageProps {
  readonly id: number
  /** The language of a question to answer: its text is opened with the cursor at the end. */
  readonly answerIn?: LabelLanguage | undefined
  /** Called after every change made here, for what else is shown of the item. */
  readonly onChanged: () => void
  readonly comments: ReactNode
  readonly history: (refresh: () => Promise<void>) => ReactNode
  readonly place: (item: ItemDetail, refresh: () => Promise<void>) => ReactNode
  readonly mentions: ReactNode
}

const isGone = (error: unknown) => error instanceof ApiError && [400, 404].includes(error.status)

const subjectOf = ({ identifier, name }: ItemDetail) =>
  name ? `${identifier} – ${name}` : identifier

export function ItemPage({ id, ...parts }: ItemPageProps) {
  const item = useQuery(inventoryQueries.item(id))
  const queries = useQueryClient()
  useEffect(() => {
    // Asked for with the item, whose type is not known yet: both are shown at once, and nothing moves.
    for (const one of itemTypes) void queries.prefetchQuery(attributeQueries.ofType(one))
  }, [queries])
  useScreenSubject(item.data ? subjectOf(item.data) : null)
  if (isGone(item.error))
    return (
      <MessagePage title="Not found">
        There is no item at this address. It may have been removed.
      </MessagePage>
    )
  return (
    <UnsavedGuard>
      {/* It stays while the item changes, and with it the focus. */}
      <ListNavigation id={id} type={item.data?.type_name} />
      {item.data && <ItemWithCatalogue key={id} item={item.data} {...parts} />}
      {item.isError && !item.data && <LoadFailure what="The item" query={item} />}
      {item.isPending && <ItemSkeleton />}
    </UnsavedGuard>
  )
}

interface ItemWithCatalogueProps extends Omit<ItemPageProps, 'id'> {
  readonly item: ItemDetail
}

function ItemWithCatalogue(props: ItemWithCatalogueProps) {
  const catalogue = useQuery(attributeQueries.ofType(props.item.type_name))
  return catalogue.isPending ? <ItemSkeleton /> : <ItemParts catalogue={catalogue} {...props} />
}

interface ItemPartsProps extends ItemWithCatalogueProps {
  readonly catalogue: UseQueryResult<readonly Attribute[]>
}

/** The text that readers of a language are answered in: theirs where there is one, else the original. */
function textFor(item: ItemDetail, lang: LabelLanguage): TextLanguage | 'original' {
  const into = readableLanguage(lang)
  const isOriginal =
    item.language === lang || ['original', 'missing'].includes(textState(item, into))
  return isOriginal ? 'original' : into
}

function ItemParts({
  item,
  catalogue,
  answerIn,
  onChanged,
  comments,
  history,
  place,
  mentions,
}: ItemPartsProps) {
  const queries = useQueryClient()
  const navigate = useNavigate()
  const [isNew] = useState(useLocation({ select: ({ state }) => state.isNew === true }))
  const [answering] = useState(useLocation({ select: ({ state }) => state.answering }))
  const { id, type_name: type } = item
  const [opened] = useState(() =>
    answerIn && !item.archived ? textFor(item, answerIn) : undefined,
  )
  const asked = answering && <VisitorQuestionNote {...answering} />
  const refresh = async () => {
    onChanged()
    void queries.invalidateQueries({ queryKey: inventoryQueries.listsKey })
    await queries.invalidateQueries(inventoryQueries.item(id))
  }
  const leave = async () => {
    queries.removeQueries({ queryKey: inventoryQueries.item(id).queryKey })
    void queries.invalidateQueries({ queryKey: inventoryQueries.listsKey })
    await navigate({ to: inventoryRoute(type), search: { archived: '1' } })
  }
  return (
    <ItemProvider value={{ item, catalogue, refresh }}>
      <PageHeader
        title={
          <>
            <span className={styles.number}>{item.identifier}</span> {item.name}
          </>
        }
        accent={type}
        actions={!item.archived && <ArchiveButton />}
      />
      <JumpBar parts={item.archived ? partsOfArchived : parts} />
      {item.archived && <ArchivedNotice archived={item.archived} onDeleted={leave} />}
      <div className={styles.blocks}>
        <div {...jumpTargetProps('Info')}>
          <InfoBlock isOpened={opened === 'original'} asked={asked} />
        </div>
        <div {...jumpTargetProps('Attributes')}>
          <AttributesBlock isNew={isNew} />
        </div>
        <div className={styles.column}>
          {!item.archived && (
            <div {...jumpTargetProps('Factsheets')}>
              <FactsheetsBlock />
            </div>
          )}
          <div {...jumpTargetProps('Comments')}>{comments}</div>
        </div>
      </div>
      <div className={styles.column}>
        <div {...jumpTargetProps('Translations')}>
          <TranslationsBlock opened={opened === 'original' ? undefined : opened} asked={asked} />
        </div>
        <div {...jumpTargetProps('Place')}>{place(item, refresh)}</div>
        {!item.archived && <LoanFiles />}
        <LastCheckedLine />
        <div className={styles.past}>
          <div {...jumpTargetProps('History')}>{history(refresh)}</div>
          {mentions}
        </div>
      </div>
    </ItemProvider>
  )
}

const parts = [
  'Info',
  'Attributes',
  'Factsheets',
  'Comments',
  'Translations',
  'Place',
  'History',
] as const
const partsOfArchived = parts.filter((part) => part !== 'Factsheets')

function ArchiveButton() {
  const archive = useSetArchived()
  return (
    <SecondaryButton
      leftSection={<IconArchive size={16} aria-hidden="true" />}
      loading={archive.isPending}
      onClick={() => archive.mutate(true)}
    >
      Archive
    </SecondaryButton>
  )
}

function ItemSkeleton() {
  return (
    <div role="status" aria-label="Loading the item" className={styles.skeleton}>
      <Skeleton height={48} width="20rem" mb="xl" />
      <div className={styles.blocks}>
        <Skeleton height={360} />
        <Skeleton height={360} />
        <Skeleton height={360} />
      </div>
    </div>
  )
}
