import { createSpotlight, Spotlight, type SpotlightActionData } from '@mantine/spotlight'
import { IconLogout, IconSearch } from '@tabler/icons-react'
import { useRouter } from '@tanstack/react-router'
import { inventoryRoute } from '@vitrine/contract'
import { useEffect, useState } from 'react'
import { useItemSearch } from '../../features/inventory/use-item-search.ts'
import { useSignedIn } from '../../session/use-session.ts'
import { ScreenIcon } from '../../ui/layout/screen-icon.tsx'
import { paletteFor } from '../navigation.ts'
import { earlyKeys } from './early-keys.ts'
import styles from './palette.module.css'
import '@mantine/spotlight/styles.layer.css'

interface PaletteProps {
  readonly calls: number
  readonly onLogout: () => void
}

const [store, spotlight] = createSpotlight()

export function Palette({ calls, onLogout }: PaletteProps) {
  const { user } = useSignedIn()
  const router = useRouter()
  const [query, setQuery] = useState('')
  const items = useItemSearch(query)

  // biome-ignore lint/correctness/useExhaustiveDependencies: every call opens it
  useEffect(() => {
    // Already open: keys go to its field.
    if (store.getState().opened) earlyKeys.take()
    spotlight.open()
  }, [calls])
  useEffect(() => spotlight.close, [])
  // Enter takes the first one, also when the items come a moment after the keys.
  // biome-ignore lint/correctness/useExhaustiveDependencies: other entries, another first one
  useEffect(() => {
    if (query !== '') selectFirst()
  }, [query, items])

  const screens: SpotlightActionData[] = paletteFor(user.role).map(({ title, path }) => ({
    id: path,
    label: title,
    leftSection: <ScreenIcon screen={path} />,
    onClick: () => router.navigate({ to: path }),
  }))
  const logout: SpotlightActionData = {
    id: 'logout',
    label: 'Logout',
    leftSection: <IconLogout size={20} stroke={1.5} aria-hidden="true" />,
    onClick: onLogout,
  }

  const found: SpotlightActionData[] = items.map(({ id, type, label, maker }) => ({
    id: `item-${id}`,
    label,
    description: maker,
    // For a text that matches partly in the name and partly in the maker.
    keywords: `${label} ${maker}`,
    leftSection: <ScreenIcon screen={inventoryRoute(type)} />,
    onClick: () => router.navigate({ to: '/inventory-detail/$id', params: { id: String(id) } }),
  }))

  return (
    <Spotlight
      store={store}
      shortcut={null}
      actions={[...screens, logout, ...found]}
      query={query}
      onQueryChange={setQuery}
      nothingFound="Nothing found."
      centered={false}
      yOffset="12dvh"
      overlayProps={{ backgroundOpacity: 0.45, blur: 0 }}
      title="Go to"
      classNames={{
        header: styles.header ?? '',
        content: styles.content ?? '',
        search: styles.search ?? '',
        action: styles.action ?? '',
      }}
      scrollable
      maxHeight={360}
      searchProps={{
        leftSection: <IconSearch size={18} aria-hidden="true" />,
        placeholder: 'Screen, identifier or name',
        'aria-label': 'Go to',
        onFocus: () => {
          const typed = earlyKeys.take()
          if (typed !== '') setQuery(typed)
        },
      }}
    />
  )
}

/** The kit marks an entry only when a key changes the text; its marks are attributes, so this one is too. */
function selectFirst(): void {
  const list = document.getElementById(store.getState().listId)
  if (!list || list.querySelector('[data-selected]')) return
  list.querySelector('[data-action]')?.setAttribute('data-selected', 'true')
  store.updateState((state) => ({ ...state, selected: 0 }))
}
