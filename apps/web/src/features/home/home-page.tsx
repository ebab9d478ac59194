import { Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { admits, type Role, rootOnly, type ScreenPath, screens, type TileGroup, tileGroups } from '@vitrine/contract'
import { type ReactNode, useId } from 'react'
import { call } from '../../client/call.ts'
import { useSignedIn } from '../../session/use-session.ts'
import { PageHead } from '../../ui/layout/page-head.tsx'
import styles from './home-page.module.css'
import { TileLink } from './tile-link.tsx'
import { type Tile, tilesOf } from './tiles.ts'
import { Today } from './today.tsx'

export function HomePage({ search }: { readonly search: ReactNode }) {
  const { user } = useSignedIn()
  const [first, ...rest] = tileGroups
  return (
    <>
      <PageHead title="Home" />
      <div className={styles.search}>{search}</div>
      <div className={styles.groups}>
        <ScreenTiles group={first} role={user.role} />
        <Today />
        {admits(rootOnly, user.role) && <ExternalTools />}
        {rest.map((group) => (
          <ScreenTiles key={group} group={group} role={user.role} />
        ))}
      </div>
    </>
  )
}

const ScreenTiles = ({ group, role }: { readonly group: TileGroup; readonly role: Role }) => (
  <TileSection heading={group} tiles={tilesOf(group, role)} />
)

function ExternalTools() {
  const { data: tools = [] } = useQuery({
    queryKey: ['external-tools'],
    queryFn: ({ signal }) => call('GET /external-tools', undefined, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
  })
  const tiles = tools.map(({ title, url, info }) => {
    const screen = (Object.keys(screens) as ScreenPath[]).find((path) => path === url)
    return { title, address: url, info, ...(screen && { screen }) }
  })
  return <TileSection heading="AI Tools External" tiles={tiles} />
}

function TileSection({ heading, tiles }: { readonly heading: string; readonly tiles: readonly Tile[] }) {
  const id = useId()
  if (tiles.length === 0) return null
  return (
    <section aria-labelledby={id}>
      <Title order={2} id={id} className={styles.heading ?? ''}>
        {heading}
      </Title>
      <ul className={styles.tiles}>
        {tiles.map((tile) => (
          <li key={tile.address}>
            <TileLink tile={tile} />
          </li>
        ))}
      </ul>
    </section>
  )
}
