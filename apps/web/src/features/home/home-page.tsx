import { Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { admits, rootOnly, type ScreenPath, screens, tileGroups } from '@vitrine/contract'
import { type ReactNode, useId } from 'react'
import { query } from '../../client/query.ts'
import { useSignedIn } from '../../session/use-session.ts'
import { LoadFailure } from '../../ui/feedback/load-failure.tsx'
import { PageHead } from '../../ui/layout/page-head.tsx'
import styles from './home-page.module.css'
import { TileLink } from './tile-link.tsx'
import { type Tile, tilesOf } from './tiles.ts'
import { Today } from './today.tsx'

export function HomePage({ search }: { readonly search: ReactNode }) {
  const { user } = useSignedIn()
  const [museums, ...others] = tileGroups.map((group) => (
    <TileSection key={group} heading={group} tiles={tilesOf(group, user.role)} />
  ))
  return (
    <>
      <PageHead title="Home" />
      <div className={styles.home}>
        <div className={styles.groups}>
          {museums}
          {admits(rootOnly, user.role) && <ExternalTools />}
          {others}
        </div>
        <div className={styles.today}>
          <div className={styles.search}>{search}</div>
          <Today />
        </div>
      </div>
    </>
  )
}

function ExternalTools() {
  const tools = useQuery({ ...query('GET /external-tools'), staleTime: Number.POSITIVE_INFINITY })
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

interface TileSectionProps {
  readonly heading: string
  /** Undefined until they are known: the place of a row is kept for them. */
  readonly tiles: readonly Tile[] | undefined
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
