import react from '@vitejs/plugin-react'
import { itemTypes } from '@vitrine/contract'
import { defineConfig } from 'vite'
import { brotliFiles } from './build/brotli.ts'
import { screenPages } from './build/screen-pages.ts'

// A connection carries one file after the other, and each answer has headers: few files, and what few screens need apart.

// What every page needs of others comes as one file: it compresses better together, and keeps its name, and so its place in
// the browser's cache, when only our own code changes. What they import comes with them; hooks that the login page does not need
// are elsewhere.
const frame = [
  /node_modules\/(?:react|react-dom|scheduler|use-sync-external-store|@tanstack\/(?!react-virtual|virtual-core)[^/]+)\/(?!.*(?:infiniteQueryObserver|streamedQuery|useBlocker|useInfiniteQuery)\.)/,
  /@mantine\/core\/esm\/(?:core|components\/(?:ActionIcon|Anchor|Button|CloseButton|Group|Input|InputBase|Loader|PasswordInput|Skeleton|Stack|Text|TextInput|Title|Transition|UnstyledButton|VisuallyHidden))\//,
]
const client =
  /\/src\/(?:client\/(?:api-error|call|query)|features\/(?:auth\/typed-text|operations\/settings-query)|ui\/(?:feedback\/message|layout\/(?:brand-mark|lazy-with-fallback|signed-out-page)))\./
// The frame of the signed-in screens, with all that it imports.
const shell = [
  /\/src\/app\/routes\/_shell\.tsx/,
  /\/node_modules\/(?:@floating-ui\/|@mantine\/(?:core\/esm\/components\/(?:Menu|Popover|Tooltip|Portal)\/|hooks\/esm\/use-(?:callback-ref|debounced-callback|window-event)\/|modals\/esm\/events))/,
]
// No screen begins with a dialog.
const dialogs =
  /\/node_modules\/(?:@mantine\/(?:modals|core\/esm\/components\/(?:Modal|ModalBase|ScrollArea|Overlay))|react-remove-scroll(?:-bar)?|react-style-singleton|use-callback-ref|use-sidecar|tslib)\//
// What the signed-in screens share. Comparing texts is for conflicts and histories, tick boxes are for forms, a panel brings a
// dialog for phones: loaded when there are any.
const work =
  /\/node_modules\/(?!diff\/|@mantine\/core\/esm\/components\/(?:Checkbox|Drawer))|\/src\/(?!app\/routes\/|ui\/(?:text\/(?:change-text|word-diff)|layout\/side-panel))/
// What the inventories share with a screen or two; the rest of them is a file of its own.
const shared =
  /\/src\/(?:ui\/(?:lists\/(?!sortable-list)|layout\/(?!side-panel))|features\/inventory\/(?!list\/))|@tabler|contract\/src\/csv|text\/src\/order/
const inventory = /\/src\/app\/routes\/_shell\/inventory\.\w+\.tsx/
const either = (tests: readonly RegExp[]) => (id: string) => tests.some((test) => test.test(id))

// The API and the public pages are the server's.
const proxy = {
  [`^/(?:(?:api|${itemTypes.join('|')}|public)/|save-the-date)`]: 'http://127.0.0.1:3000',
}

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), screenPages(), brotliFiles()],
  build: {
    // All browsers below preload modules themselves.
    modulePreload: { polyfill: false },
    rolldownOptions: {
      input: {
        index: `${import.meta.dirname}/index.html`,
        early: `${import.meta.dirname}/src/early.ts`,
      },
      output: {
        codeSplitting: {
          groups: [
            { name: 'frame', test: either(frame) },
            { name: 'client', test: client },
            // What the login page needs must not be drawn into the next groups.
            {
              name: 'client',
              test: /^(?!.*\/src\/(?:early|first-call|first-keys)\.)/,
              tags: ['$initial'],
            },
            { name: 'shell', test: either(shell) },
            { name: 'dialogs', test: dialogs },
            { name: 'work', test: work, minShareCount: 4 },
            { name: 'shared', test: shared, minShareCount: 3 },
            { name: 'inventory', test: inventory },
          ],
        },
      },
    },
    // The first versions that know `light-dark()`, which our style sheets use as it is.
    cssTarget: ['chrome123', 'firefox120', 'safari17.5'],
  },
  server: { proxy },
  preview: { proxy },
})
