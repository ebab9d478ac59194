import { Modal } from '@mantine/core'
import { IconLogout } from '@tabler/icons-react'
import { SearchBox } from '../../features/search/search-box.tsx'
import { usePaletteCommands, usePlaceCommands, useViewCommands } from './commands.tsx'
import styles from './palette.module.css'

interface PaletteProps {
  readonly opened: boolean
  readonly initialText: string
  readonly onClose: () => void
  readonly onLogout: () => void
}

/** The command palette: the search field with commands, in a dialog. */
export function Palette({ opened, initialText, onClose, onLogout }: PaletteProps) {
  const commands = [
    ...usePaletteCommands(),
    ...useViewCommands(opened),
    ...usePlaceCommands(opened),
  ]
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
        initialText={initialText}
        onDone={onClose}
      />
    </Modal>
  )
}
