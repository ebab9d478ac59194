import { VisuallyHidden } from '@mantine/core'
import { IconExternalLink } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { ScreenIcon } from '../../ui/layout/screen-icon.tsx'
import { fetchTileInfo } from './tile-info.ts'
import styles from './tile-link.module.css'
import type { Tile } from './tiles.ts'

/** A tile opens a screen, or a new tab when its address starts with http. */
export function TileLink({ tile }: { readonly tile: Tile }) {
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
        <span className={styles.title}>{tile.title}</span>
        {tile.info !== null && <TileInfo address={tile.info} />}
      </span>
    </>
  )
  if (!/^https?:/i.test(tile.address)) {
    return (
      <Link to={tile.address} className={styles.tile}>
        {content}
      </Link>
    )
  }
  return (
    <a href={tile.address} target="_blank" rel="noopener noreferrer" className={styles.tile}>
      {content}
      <VisuallyHidden>(opens a new tab)</VisuallyHidden>
    </a>
  )
}

/** Failures are ignored. */
function TileInfo({ address }: { readonly address: string }) {
  const { data } = useQuery({
    queryKey: ['tile-info', address],
    queryFn: ({ signal }) => fetchTileInfo(address, signal),
    retry: false,
    staleTime: 60_000,
  })
  return (
    <span className={styles.info} title={data}>
      {data}
    </span>
  )
}
