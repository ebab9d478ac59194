import { Skeleton } from '@mantine/core'
import { IconArchive } from '@tabler/icons-react'
import { type UseQueryResult, useQuery, useQueryClient } from '@tanstack/react-query'
import { useLocation, useNavigate } from '@tanstack/react-router'
import {
  type Attribute,
  getTextState,
  type ItemDetail,
  inventoryRoute,
  itemTypes,
  type LabelLanguage,
  type TextLanguage,
  toTextLanguage,
} from '@vitrine/contract'
import { type ReactNode, useEffect, useState } from 'react'
import { ApiError } from '../../../client/api-error.ts'
import { attributeQueries } from '../../../client/queries.ts'
import { LoadFailure } from '../../../ui/feedback/list-states.tsx'
import { SecondaryButton } from '../../../ui/forms/buttons.ts'
import { useHasDraft } from '../../../ui/forms/drafts.ts'
import { UnsavedGuard } from '../../../ui/forms/unsaved.tsx'
import { lazyWithFallback } from '../../../ui/layout/lazy-with-fallback.tsx'
import { MessagePage } from '../../../ui/layout/message-page.tsx'
import { Block, PageHeader } from '../../../ui/layout/page-parts.tsx'
import { useScreenSubject } from '../../../ui/layout/screen-subject.ts'
import { inventoryQueries } from '../inventory-queries.ts'
import { AttributesBlock } from './attributes-block.tsx'
import { FactsheetsBlock } from './factsheets-block.tsx'
import { InfoBlock } from './info-block.tsx'
import { attributesDraftName, ItemProvider, infoDraftName, useSetArchived } from './item-context.ts'
import { ArchivedNotice, LastCheckedLine, VisitorQuestionNote } from './item-notices.tsx'
import styles from './item-page.module.css'
import { JumpBar, jumpTargetProps } from './jump-bar.tsx'
import { usePreloadEditors } from './lazy-editors.tsx'
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
  /** Language of a question to answer: opens the text in it, with the cursor at the end. */
  readonly answerIn?: LabelLanguage | undefined
  /** Called after every change, to refresh other data about the item. */
  readonly onChanged: () => void
  readonly comments: ReactNode
  readonly history: (refresh: () => Promise<void>) => ReactNode
  readonly conditions: (item: ItemDetail, refresh: () => Promise<void>) => ReactNode
  readonly place: (item: ItemDetail, refresh: () => Promise<void>) => ReactNode
  readonly mentions: ReactNode
}

/** Whether there is no such item, or its id is invalid. */
const isNotFound = (error: unknown) =>
  error instanceof ApiError && [400, 404].includes(error.status)

const formatItemTitle = ({ identifier, name }: ItemDetail) =>
  name ? `${identifier} – ${name}` : identifier

export function ItemPage({ id, ...pageProps }: ItemPageProps) {
  const item = useQuery(inventoryQueries.item(id))
  const hasEditors = usePreloadEditors()
  const queryClient = useQueryClient()

  useEffect(() => {
    // Prefetches all catalogues, because the item's type is not known yet: item and attributes then
    // render together, and nothing moves.
    for (const type of itemTypes) void queryClient.prefetchQuery(attributeQueries.ofType(type))
  }, [queryClient])

  useScreenSubject(item.data ? formatItemTitle(item.data) : null)

  if (isNotFound(item.error))
    return (
      <MessagePage title="Not found">
        There is no item at this address. It may have been removed.
      </MessagePage>
    )

  return (
    <UnsavedGuard>
      {/* Outside the keyed component, so that it keeps the focus when the item changes. */}
      <ListNavigation id={id} type={item.data?.type_name} />
      {item.data && (
        <ItemWithCatalogue key={id} item={item.data} hasEditors={hasEditors} {...pageProps} />
      )}
      {item.isError && !item.data && <LoadFailure what="The item" query={item} />}
      {item.isPending && <ItemSkeleton />}
    </UnsavedGuard>
  )
}

interface ItemWithCatalogueProps extends Omit<ItemPageProps, 'id'> {
  readonly item: ItemDetail
  /** Whether the code of the editors is loaded. */
  readonly hasEditors: boolean
}

function ItemWithCatalogue(props: ItemWithCatalogueProps) {
  const { item, answerIn, hasEditors } = props
  const catalogue = useQuery(attributeQueries.ofType(item.type_name))
  const isNew = useLocation({ select: ({ state }) => state.isNew === true })
  const hasInfoDraft = useHasDraft(infoDraftName(item))
  const hasAttributesDraft = useHasDraft(attributesDraftName(item))
  // An editor that opens with the page must not push the rest down when its code arrives.
  const opensEditor = isNew || answerIn !== undefined || hasInfoDraft || hasAttributesDraft

  if (catalogue.isPending || (opensEditor && !hasEditors)) return <ItemSkeleton />
  return <ItemParts catalogue={catalogue} {...props} />
}

interface ItemPartsProps extends ItemWithCatalogueProps {
  readonly catalogue: UseQueryResult<readonly Attribute[]>
}

/** Finds which text visitors of a language read: its translation if there is one. */
function findTextToAnswerIn(item: ItemDetail, lang: LabelLanguage): TextLanguage | 'original' {
  const textLanguage = toTextLanguage(lang)
  const isOriginal =
    item.language === lang || ['original', 'missing'].includes(getTextState(item, textLanguage))
  return isOriginal ? 'original' : textLanguage
}

function ItemParts(props: ItemPartsProps) {
  const { item, catalogue, answerIn, onChanged } = props
  const { comments, conditions, history, place, mentions } = props
  const { refresh, leave } = useItemRefresh(item, onChanged)
  // Read once: the page keeps this state if its address changes while it is open.
  const [isNew] = useState(useLocation({ select: ({ state }) => state.isNew === true }))
  const [answering] = useState(useLocation({ select: ({ state }) => state.answering }))
  const [textToAnswerIn] = useState(() =>
    answerIn && !item.archived ? findTextToAnswerIn(item, answerIn) : undefined,
  )
  const question = answering && <VisitorQuestionNote {...answering} />

  return (
    <ItemProvider value={{ item, catalogue, refresh }}>
      <PageHeader
        title={
          <>
            <span className={styles.number}>{item.identifier}</span> {item.name}
          </>
        }
        accent={item.type_name}
        actions={!item.archived && <ArchiveButton />}
      />
      <JumpBar parts={item.archived ? archivedItemParts : itemParts} />
      {item.archived && <ArchivedNotice archived={item.archived} onDeleted={leave} />}
      <div className={styles.blocks}>
        <div {...jumpTargetProps('Info')}>
          <InfoBlock isOpened={textToAnswerIn === 'original'} question={question} />
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
        <div {...jumpTargetProps('Condition')}>{conditions(item, refresh)}</div>
        <div {...jumpTargetProps('Translations')}>
          <TranslationsBlock
            initialLanguage={textToAnswerIn === 'original' ? undefined : textToAnswerIn}
            question={question}
          />
        </div>
        <div {...jumpTargetProps('Place')}>{place(item, refresh)}</div>
        {!item.archived && <LoanFiles />}
        <LastCheckedLine />
        <div className={styles.historyAndMentions}>
          <div {...jumpTargetProps('History')}>{history(refresh)}</div>
          {mentions}
        </div>
      </div>
    </ItemProvider>
  )
}

/** Refetches the item and its lists after a change, or leaves the page after its deletion. */
function useItemRefresh({ id, type_name: type }: ItemDetail, onChanged: () => void) {
  const queryClient = useQueryClient()
  const navigate = useNavigate()

  return {
    async refresh(): Promise<void> {
      onChanged()
      void queryClient.invalidateQueries({ queryKey: inventoryQueries.listsKey })
      await queryClient.invalidateQueries(inventoryQueries.item(id))
    },

    async leave(): Promise<void> {
      queryClient.removeQueries({ queryKey: inventoryQueries.item(id).queryKey })
      void queryClient.invalidateQueries({ queryKey: inventoryQueries.listsKey })
      await navigate({ to: inventoryRoute(type), search: { archived: '1' } })
    },
  }
}

const itemParts = [
  'Info',
  'Attributes',
  'Factsheets',
  'Comments',
  'Condition',
  'Translations',
  'Place',
  'History',
] as const
const archivedItemParts = itemParts.filter((part) => part !== 'Factsheets')

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
