import type { Command } from '../../features/search/options.tsx'
import { useSignedIn } from '../../session/use-session.ts'
import { ScreenIcon } from '../../ui/layout/screen-icon.tsx'
import { paletteFor } from '../navigation.ts'

export function useCommands(): readonly Command[] {
  const { user } = useSignedIn()
  return paletteFor(user.role).map(({ title, path }) => ({
    key: path,
    title,
    href: path,
    icon: <ScreenIcon screen={path} />,
  }))
}
