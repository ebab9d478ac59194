import type { Rolldown } from 'vite'

/*
 * Divides the code into chunks, each of which is a file. They are few, because each costs a response
 * with headers; code that only few screens need is separate. Screens and parts that are loaded on
 * demand have chunks of their own, which are not listed here.
 */

type IsInChunk = (moduleId: string) => boolean

/** Matches modules of `src` folders by their path below it, without extension. */
const isSource =
  (...paths: readonly string[]): IsInChunk =>
  (id) =>
    paths.some((path) => id.includes(`/src/${path}.`))

const isInSourceFolder =
  (...folders: readonly string[]): IsInChunk =>
  (id) =>
    folders.some((folder) => id.includes(`/src/${folder}/`))

/** Matches modules of packages, or of folders in packages. */
const isInPackage =
  (...folders: readonly string[]): IsInChunk =>
  (id) =>
    folders.some((folder) => id.includes(`/node_modules/${folder}/`))

const isMantineComponent = (...names: readonly string[]): IsInChunk =>
  isInPackage(...names.map((name) => `@mantine/core/esm/components/${name}`))

const isAnyOf =
  (...tests: readonly IsInChunk[]): IsInChunk =>
  (id) =>
    tests.some((test) => test(id))

/** Parts of TanStack's packages that the login page does not need. */
const isUnusedByLogin = isAnyOf(
  isInPackage('@tanstack/react-virtual', '@tanstack/virtual-core'),
  (id) => /\/(?:infiniteQueryObserver|streamedQuery|useBlocker|useInfiniteQuery)\./.test(id),
)

/**
 * Libraries that every page needs. One file compresses better, and its name, hence its place in the
 * browser's cache, stays the same if only our own code changes.
 */
const isFrame = isAnyOf(
  isInPackage('react', 'react-dom', 'scheduler', 'use-sync-external-store'),
  (id) => id.includes('/node_modules/@tanstack/') && !isUnusedByLogin(id),
  isInPackage('@mantine/core/esm/core'),
  isMantineComponent(
    'ActionIcon',
    'Anchor',
    'Button',
    'CloseButton',
    'Group',
    'Input',
    'InputBase',
    'Loader',
    'PasswordInput',
    'Skeleton',
    'Stack',
    'Text',
    'TextInput',
    'Title',
    'Transition',
    'UnstyledButton',
    'VisuallyHidden',
  ),
)

/** Our own code that every page needs. */
const isClient = isSource(
  'client/api-error',
  'client/call',
  'client/query',
  'features/auth/submit-handler',
  'features/operations/settings-query',
  'ui/feedback/message',
  'ui/layout/brand-mark',
  'ui/layout/lazy-with-fallback',
  'ui/layout/signed-out-page',
)

/** Scripts that run before the app; they must not share a chunk with it. */
const isEarlyScript = isSource('early', 'first-call', 'first-keys')

/** The frame of the signed-in screens, with all its imports. */
const isShell = isAnyOf(
  isSource('app/routes/_shell'),
  isMantineComponent('Menu', 'Popover', 'Tooltip', 'Portal'),
  isInPackage(
    '@mantine/hooks/esm/use-callback-ref',
    '@mantine/hooks/esm/use-debounced-callback',
    '@mantine/hooks/esm/use-window-event',
  ),
  (id) => id.includes('/node_modules/@floating-ui/'),
  (id) => id.includes('/node_modules/@mantine/modals/esm/events'),
)

/** Separate, because no screen opens with a dialog. */
const isDialog = isAnyOf(
  isMantineComponent('Modal', 'ModalBase', 'ScrollArea', 'Overlay'),
  isInPackage(
    '@mantine/modals',
    'react-remove-scroll',
    'react-remove-scroll-bar',
    'react-style-singleton',
    'use-callback-ref',
    'use-sidecar',
    'tslib',
  ),
)

/** Filters, windows of rows and CSV files, which screens without a list do not need. */
const isList = isAnyOf(
  isSource(
    'ui/lists/csv-download',
    'ui/lists/filter-field',
    'ui/lists/filters',
    'ui/lists/quick-filters',
    'ui/lists/row-filter',
    'ui/lists/virtual-rows',
  ),
  // In packages/contract and packages/text.
  isSource('csv', 'filter'),
  isInPackage('@tanstack/virtual-core'),
)

/** Forms for a record that others may edit meanwhile; screens that are mostly read load them late. */
const isEditing = isSource(
  'ui/forms/attribute-input',
  'ui/forms/edit-conflicts',
  'ui/forms/edit-drafts',
  'ui/forms/edit-form',
  'ui/forms/use-edit',
  'ui/forms/use-save-shortcut',
  'features/inventory/texts',
)

/** Shared code that is loaded on demand, or that the page of an item, the heaviest one, lacks. */
const isOnDemand = isAnyOf(
  // The comparison of texts, for conflicts and histories.
  isInPackage('diff'),
  isSource('ui/text/change-text', 'ui/text/word-diff'),
  // Checkboxes, task fields and the choice of a place, for forms.
  isMantineComponent('Checkbox', 'Combobox', 'NativeSelect', 'Select'),
  isSource('ui/forms/place-select', 'ui/forms/task-fields'),
  // The side panel, which is a drawer on phones.
  isMantineComponent('Drawer'),
  isSource('ui/layout/side-panel'),
  // Only lists have filters and changes of many items.
  isSource('ui/lists/filters', 'ui/feedback/bulk-outcome'),
  isInSourceFolder('app/routes'),
)

/** Code that signed-in screens share. */
const isWork: IsInChunk = (id) =>
  (id.includes('/node_modules/') || id.includes('/src/')) &&
  !isOnDemand(id) &&
  !isList(id) &&
  !isEditing(id)

const isInventoryFolder = isInSourceFolder('ui/lists', 'ui/layout', 'features/inventory')
/** Parts of those folders that are in the inventories' own chunk or loaded on demand. */
const isInOtherChunk = isAnyOf(
  isInSourceFolder('features/inventory/list'),
  isSource('ui/lists/sortable-list', 'ui/lists/filters', 'ui/layout/side-panel'),
)

/** Code that the inventories share with one or two other screens; the rest of theirs is one chunk. */
const isShared = isAnyOf(
  (id) => isInventoryFolder(id) && !isInOtherChunk(id),
  (id) => id.includes('/@tabler/'),
  // In packages/contract and packages/text.
  isSource('csv', 'order'),
)

const isInventory = isAnyOf(
  isSource('app/routes/_shell/inventory.art'),
  isSource('app/routes/_shell/inventory.car'),
)

/**
 * The first group that matches takes a module. With `minShareCount`, a group takes only modules that
 * so many chunks would otherwise repeat.
 */
export const chunkGroups: Rolldown.CodeSplittingGroup[] = [
  { name: 'frame', test: isFrame },
  { name: 'client', test: isClient },
  // Keeps code of the login page out of the next groups.
  { name: 'client', test: (id) => !isEarlyScript(id), tags: ['$initial'] },
  { name: 'shell', test: isShell },
  { name: 'dialogs', test: isDialog },
  // Only lists with a selection need it, not the page of an item.
  { name: 'selection', test: isSource('ui/lists/selected-ids') },
  { name: 'work', test: isWork, minShareCount: 4 },
  { name: 'lists', test: isList, minShareCount: 3 },
  { name: 'editing', test: isEditing, minShareCount: 3 },
  { name: 'shared', test: isShared, minShareCount: 3 },
  { name: 'inventory', test: isInventory },
]
