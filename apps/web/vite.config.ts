import react from '@vitejs/plugin-react'
import { itemTypes } from '@vitrine/contract'
import { defineConfig } from 'vite'
import { brotliFiles } from './build/brotli.ts'
import { screenPages } from './build/screen-pages.ts'

// Chunks: few files, because each costs a response with headers; code that only few screens need is
// separate.

// Libraries that every page needs. One file compresses better, and its name, hence its place in the
// browser's cache, stays the same if only our own code changes. Hooks that the login page does not
// need are excluded.
const frame = [
  /node_modules\/(?:react|react-dom|scheduler|use-sync-external-store|@tanstack\/(?!react-virtual|virtual-core)[^/]+)\/(?!.*(?:infiniteQueryObserver|streamedQuery|useBlocker|useInfiniteQuery)\.)/,
  /@mantine\/core\/esm\/(?:core|components\/(?:ActionIcon|Anchor|Button|CloseButton|Group|Input|InputBase|Loader|PasswordInput|Skeleton|Stack|Text|TextInput|Title|Transition|UnstyledButton|VisuallyHidden))\//,
]
const client =
  /\/src\/(?:client\/(?:api-error|call|query)|features\/(?:auth\/submit-handler|operations\/settings-query)|ui\/(?:feedback\/message|layout\/(?:brand-mark|lazy-with-fallback|signed-out-page)))\./
// The frame of the signed-in screens, with all its imports.
const shell = [
  /\/src\/app\/routes\/_shell\.tsx/,
  /\/node_modules\/(?:@floating-ui\/|@mantine\/(?:core\/esm\/components\/(?:Menu|Popover|Tooltip|Portal)\/|hooks\/esm\/use-(?:callback-ref|debounced-callback|window-event)\/|modals\/esm\/events))/,
]
// Separate, because no screen opens with a dialog.
const dialogs =
  /\/node_modules\/(?:@mantine\/(?:modals|core\/esm\/components\/(?:Modal|ModalBase|ScrollArea|Overlay))|react-remove-scroll(?:-bar)?|react-style-singleton|use-callback-ref|use-sidecar|tslib)\//
// Filters, windows of rows and CSV files, which screens without a list do not need.
const lists =
  /\/src\/(?:ui\/lists\/(?:csv-download|filter-field|filters|quick-filters|row-filter|virtual-rows)|csv|filter)\.|@tanstack\/virtual-core/
// Forms for a record that others may edit meanwhile. Screens that are mostly read load them late.
const editing =
  /\/src\/(?:ui\/forms\/(?:attribute-input|edit-(?:conflicts|drafts|form)|use-edit|use-save-shortcut)|features\/inventory\/texts)\./
// Code shared by signed-in screens, except what is loaded on demand: text comparison (for conflicts
// and histories), checkboxes and task fields (for forms), the side panel (with a drawer for phones),
// the choice of a place; and except filters and outcomes of bulk changes, which the item page lacks.
const work =
  /\/node_modules\/(?!diff\/|@mantine\/core\/esm\/components\/(?:Checkbox|Combobox|Drawer|NativeSelect|Select)\/)|\/src\/(?!app\/routes\/|ui\/(?:text\/(?:change-text|word-diff)|layout\/side-panel|forms\/(?:place-select|task-fields)|lists\/filters|feedback\/bulk-outcome))/
// Code that the inventories share with one or two other screens; the rest of theirs is one chunk.
const shared =
  /\/src\/(?:ui\/(?:lists\/(?!sortable-list|filters)|layout\/(?!side-panel))|features\/inventory\/(?!list\/))|@tabler|contract\/src\/csv|text\/src\/order/
const inventory = /\/src\/app\/routes\/_shell\/inventory\.\w+\.tsx/
const isWork = (id: string) => work.test(id) && !lists.test(id) && !editing.test(id)
const matchesAny = (patterns: readonly RegExp[]) => (id: string) =>
  patterns.some((pattern) => pattern.test(id))

// The server serves the API and the public pages.
const proxy = {
  [`^/(?:(?:api|${itemTypes.join('|')}|public)/|save-the-date)`]: 'http://127.0.0.1:3000',
}

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), screenPages(), brotliFiles()],
  build: {
    // All browsers in `cssTarget` support module preloading.
    modulePreload: { polyfill: false },
    rolldownOptions: {
      input: {
        index: `${import.meta.dirname}/index.html`,
        early: `${import.meta.dirname}/src/early.ts`,
      },
      output: {
        codeSplitting: {
          groups: [
            { name: 'frame', test: matchesAny(frame) },
            { name: 'client', test: client },
            // Keeps code of the login page out of the next groups.
            {
              name: 'client',
              test: /^(?!.*\/src\/(?:early|first-call|first-keys)\.)/,
              tags: ['$initial'],
            },
            { name: 'shell', test: matchesAny(shell) },
            { name: 'dialogs', test: dialogs },
            // Only lists with a selection need it, not the page of an item.
            { name: 'selection', test: /\/src\/ui\/lists\/selected-ids\./ },
            { name: 'work', test: isWork, minShareCount: 4 },
            { name: 'lists', test: lists, minShareCount: 3 },
            { name: 'editing', test: editing, minShareCount: 3 },
            { name: 'shared', test: shared, minShareCount: 3 },
            { name: 'inventory', test: inventory },
          ],
        },
      },
    },
    // The first versions with `light-dark()`, which our style sheets use untransformed.
    cssTarget: ['chrome123', 'firefox120', 'safari17.5'],
  },
  server: { proxy },
  preview: { proxy },
})
