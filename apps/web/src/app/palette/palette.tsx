import { Modal } from '@mantine/core'
import { IconLogout } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { inventoryRoute, inventoryTypes } from '@vitrine/contract'
import { viewAddress, viewsQuery } from '../../features/inventory/list/views/views.ts'
import type { Command } from '../../features/search/options.tsx'
import { SearchBox } from '../../features/search/search-box.tsx'
import { useSignedIn } from '../../session/use-session.ts'
import { ScreenIcon } from '../../ui/layout/screen-icon.tsx'
import { paletteFor } from '../navigation.ts'
import { earlyKeys } from './early-keys.ts'
import styles from './palette.module.css'

interface PaletteProps {
  readonly opened: boolean
  readonly onClose: () => void
  readonly onLogout: () => void
}

export function Palette({ opened, onClose, onLogout }: PaletteProps) {
  const commands = [...useCommands(), ...useViewCommands(opened)]
  const icon = <IconLogout size={20} stroke={1.5} aria-hidden="true" />
  const logout = { key: 'logout', title: 'Logout', onOpen: onLogout, icon }
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title="Go to"
      withCloseButton={false}
      centered={false}
      size="lg"
      yOffset="12dvh"
      padding={0}
      overlayProps={{ backgroundOpacity: 0.45, blur: 0 }}
      classNames={{ header: styles.header ?? '', content: styles.content ?? '' }}
      data-palette
    >
      <SearchBox
        label="Go to"
        commands={[...commands, logout]}
        offersCommands
        takeEarlyText={earlyKeys.take}
        onDone={onClose}
      />
    </Modal>
  )
}

export function useCommands(): readonly Command[] {
  const { user } = useSignedIn()
  return paletteFor(user.role).map(({ title, path }) => ({
    key: path,
    title,
    href: path,
    icon: <ScreenIcon screen={path} />,
  }))
}

/** The saved views of all inventories, for those who type a name. */
export function useViewCommands(isOpen: boolean): readonly Command[] {
  const { data = [] } = useQuery({ ...viewsQuery, enabled: isOpen })
  return data.map((view) => ({
    key: `view ${view.id}`,
    title: `${view.name} · ${inventoryTypes[view.type].museum}`,
    href: viewAddress(view),
    icon: <ScreenIcon screen={inventoryRoute(view.type)} />,
    onlyWhenTyped: true,
  }))
}
