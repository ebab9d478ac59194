import { Title, VisuallyHidden } from '@mantine/core'
import { IconExternalLink } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import {
  isRoleAllowed,
  type Role,
  rootOnly,
  type Screen,
  type ScreenPath,
  screens,
  type TileGroup,
  tileGroups,
} from '@vitrine/contract'
import { type ReactNode, useId } from 'react'
import { callQuery } from '../../client/query.ts'
import { useSignedIn } from '../../session/use-session.ts'
import { LoadFailure } from '../../ui/feedback/list-states.tsx'
import { Block, PageHeader } from '../../ui/layout/page-parts.tsx'
import { ScreenIcon } from '../../ui/layout/screen-icon.tsx'
import styles from './home-page.module.css'
import { listMoreScreens } from './more-screens.ts'
import { fetchTileInfo } from './tile-info.ts'
import { OpenForMe, TodayOverview } from './today-overview.tsx'

export function HomePage({ search }: { readonly search: ReactNode }) {
  const { user } = useSignedIn()

  const [museumTiles, ...otherTiles] = tileGroups.map((group) => {
    const tiles = listTiles(group, user.role)
    return tiles.length > 0 && <TileSection key={group} heading={group} tiles={tiles} />
  })

  return (
    <>
      <PageHeader title="Home" />
      <div className={styles.home}>
        <div className={styles.groups}>
          {museumTiles}
          {isRoleAllowed(rootOnly, user.role) && <ExternalTools />}
          {otherTiles}
        </div>
        <div className={styles.today}>
          {search}
          <MoreScreens role={user.role} />
          <OpenForMe />
        </div>
        <div className={styles.overview}>
          <TodayOverview />
        </div>
      </div>
    </>
  )
}

const toolsQuery = {
  ...callQuery('GET /external-tools'),
  staleTime: Number.POSITIVE_INFINITY,
}

/** Links to the screens that have no tile. */
function MoreScreens({ role }: { readonly role: Role }) {
  const hasTools = isRoleAllowed(rootOnly, role)
  const tools = useQuery({ ...toolsQuery, enabled: hasTools })
  const isLoading = hasTools && tools.isPending
  const toolAddresses = isLoading ? null : (tools.data ?? []).map(({ url }) => url)

  return (
    <Block title="More">
      <ul className={`plain-list ${styles.more}`}>
        {listMoreScreens(role, toolAddresses).map(({ path, title }) => (
          <li key={path}>
            <Link to={path} className={`inline-middle ${styles.moreLink}`}>
              <ScreenIcon screen={path} size={18} />
              {title}
            </Link>
          </li>
        ))}
      </ul>
    </Block>
  )
}

function ExternalTools() {
  const tools = useQuery(toolsQuery)

  const tiles = tools.data?.map(({ title, url, info }) => {
    const screen = (Object.keys(screens) as ScreenPath[]).find((path) => path === url)
    return { title, address: url, info, ...(screen && { screen }) }
  })

  return (
    <TileSection heading="AI Tools External" tiles={tiles}>
      {tools.isError && (
        <li className={styles.failure}>
          <LoadFailure what="The links" query={tools} />
        </li>
      )}
    </TileSection>
  )
}

interface HomeTile {
  readonly title: string
  readonly address: string
  /** Address of the info line; null if the tile has none. */
  readonly info: string | null
  readonly screen?: ScreenPath
}

interface TileSectionProps {
  readonly heading: string
  /** Undefined while loading; the section reserves the height of a row. */
  readonly tiles: readonly HomeTile[] | undefined
  readonly children?: ReactNode
}

function TileSection({ heading, tiles = [], children }: TileSectionProps) {
  const id = useId()

  return (
    <section aria-labelledby={id}>
      <Title order={2} id={id} className={styles.heading ?? ''}>
        {heading}
      </Title>
      <ul className={styles.tiles}>
        {children}
        {tiles.map((tile) => (
          <li key={tile.address}>
            <TileLink tile={tile} />
          </li>
        ))}
      </ul>
    </section>
  )
}

/** A tile opens a screen, or if its address starts with http, a new tab. */
function TileLink({ tile }: { readonly tile: HomeTile }) {
  const content = (
    <>
      <span className={styles.icon}>
        {tile.screen ? (
          <ScreenIcon screen={tile.screen} size={24} />
        ) : (
          <IconExternalLink size={24} stroke={1.5} aria-hidden="true" />
        )}
      </span>
      <span className={styles.text}>
        <span className={`flex-middle ${styles.title}`}>{tile.title}</span>
        {tile.info !== null && <TileInfo address={tile.info} />}
      </span>
    </>
  )

  if (!/^https?:/i.test(tile.address)) {
    return (
      <Link to={tile.address} className={`surface flex-middle ${styles.tile}`}>
        {content}
      </Link>
    )
  }

  return (
    <a
      href={tile.address}
      target="_blank"
      rel="noopener noreferrer"
      className={`surface flex-middle ${styles.tile}`}
    >
      {content}
      <VisuallyHidden>(opens a new tab)</VisuallyHidden>
    </a>
  )
}

/** The info line of a tile; empty if it cannot be fetched. */
function TileInfo({ address }: { readonly address: string }) {
  const { data } = useQuery({
    queryKey: ['tile-info', address],
    queryFn: ({ signal }) => fetchTileInfo(address, signal),
    retry: false,
    staleTime: 60_000,
  })

  return (
    <span className={`cut quiet ${styles.info}`} title={data}>
      {data}
    </span>
  )
}

/** Lists the tiles of a group that a role may see, in the order of the role table. */
const listTiles = (group: TileGroup, role: Role): readonly HomeTile[] =>
  Object.entries<Screen>(screens)
    .filter(([, { tile }]) => tile?.in === group && tile.for.includes(role))
    .map(([path, { title, tile }]) => ({
      title,
      address: path,
      info: tile?.info ?? null,
      screen: path as ScreenPath,
    }))
