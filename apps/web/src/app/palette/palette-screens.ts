import { anyone, isRoleAllowed, type Role } from '@vitrine/contract'
import { type LinkablePath, linkableScreens } from '../screen-of-route.ts'

export interface PaletteScreen {
  readonly title: string
  readonly path: Exclude<LinkablePath, '/login' | '/forgot-password'>
  readonly technical?: true
}

/** Screens in the command palette: all that the role may open, whether or not in a menu. */
export const listPaletteScreens = (role: Role): readonly PaletteScreen[] =>
  linkableScreens.filter(
    (screen): screen is typeof screen & PaletteScreen =>
      screen.access !== anyone && isRoleAllowed(screen.access, role),
  )
