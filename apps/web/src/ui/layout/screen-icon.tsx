import {
  IconApi,
  IconBug,
  IconBuildingBank,
  IconCalendarEvent,
  IconCamera,
  IconCar,
  IconClipboardCheck,
  IconFileText,
  IconHome,
  IconInfoCircle,
  IconKey,
  IconListSearch,
  IconMapPin,
  IconMessage,
  IconMessageQuestion,
  IconNotebook,
  IconPalette,
  type IconProps,
  IconSparkles,
  IconTags,
  IconUserPlus,
  IconUsers,
} from '@tabler/icons-react'
import { type ItemType, perType, type ScreenPath } from '@vitrine/contract'
import type { ComponentType } from 'react'

const typeIcons: Record<ItemType, ComponentType<IconProps>> = { car: IconCar, art: IconPalette }

/** The screens that must have an icon: all but those with parameters and those for signing in. */
type ListedPath = Exclude<ScreenPath, `${string}:${string}` | '/login' | '/forgot-password'>

const icons: Partial<Record<ScreenPath, ComponentType<IconProps>>> = {
  '/': IconHome,
  ...perType('/inventory/{type}', (type) => typeIcons[type]),
  '/places': IconMapPin,
  '/scan': IconCamera,
  '/comments': IconMessage,
  '/attributes': IconTags,
  '/stocktake': IconClipboardCheck,
  '/journal': IconNotebook,
  '/report': IconFileText,
  '/questions': IconMessageQuestion,
  '/assistant': IconSparkles,
  '/cms': IconCalendarEvent,
  '/museums': IconBuildingBank,
  '/employees': IconUsers,
  '/employees/new': IconUserPlus,
  '/change-password': IconKey,
  '/changes': IconListSearch,
  '/audit': IconListSearch,
  '/api-reference': IconApi,
  '/help': IconInfoCircle,
  '/about': IconInfoCircle,
  '/test-error': IconBug,
} satisfies Record<ListedPath, ComponentType<IconProps>>

const accents: Partial<Record<ScreenPath, string>> = perType(
  '/inventory/{type}',
  (type) => `var(--vitrine-${type})`,
)

/** The icon of a screen; nothing for a screen with parameters in its path. */
export function ScreenIcon({
  screen,
  size = 20,
}: {
  readonly screen: ScreenPath
  readonly size?: number
}) {
  const Icon = icons[screen]
  if (!Icon) return null

  const color = accents[screen] ?? 'currentColor'
  return <Icon size={size} stroke={1.5} color={color} aria-hidden="true" />
}
