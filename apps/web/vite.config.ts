import react from '@vitejs/plugin-react'
import { itemTypes } from '@vitrine/contract'
import { defineConfig } from 'vite'
import { brotliFiles } from './build/brotli.ts'
import { screenPages } from './build/screen-pages.ts'

// What every page needs comes as three files instead of two dozen: they compress better together, and they keep
// their names, and so their place in the browser's cache, when only our own code changes.
const frame =
  /node_modules\/(?:react|react-dom|scheduler|use-sync-external-store|@tanstack\/(?!react-virtual|virtual-core)[^/]+)\//
const kit =
  /@mantine\/(?:hooks|core\/esm\/(?:core|components\/(?:ActionIcon|Anchor|Button|CloseButton|Group|Input|InputBase|Loader|PasswordInput|Skeleton|Stack|Text|TextInput|Title|Transition|UnstyledButton|VisuallyHidden)))\//
const client =
  /\/src\/(?:client\/(?:answer|api-error|call|conflict|create|first-answer|identity|send)|features\/(?:auth\/typed-text|operations\/settings-query)|ui\/(?:feedback\/message|layout\/(?:brand-mark|deferred|public-page)))\./
const menus =
  /\/node_modules\/(?:@floating-ui\/|@mantine\/(?:core\/esm\/components\/(?:Menu|Popover|Tooltip|Portal)\/|modals\/esm\/events))/
// No screen begins with a dialog.
const dialogs =
  /\/node_modules\/(?:@mantine\/(?:modals|core\/esm\/components\/(?:Modal|ModalBase|ScrollArea|Overlay))|react-remove-scroll(?:-bar)?|react-style-singleton|use-callback-ref|use-sidecar|tslib)\//
// What the signed-in screens share: one file instead of three dozen, since a connection carries one after the other.
// Comparing texts is for conflicts and histories, which are loaded when there are any.
const work = /\/node_modules\/(?!diff\/)|\/src\/(?!app\/routes\/|ui\/text\/(?:change-text|word-diff))/

// The API and the public pages are the server's.
const proxy = { [`^/(?:(?:api|${itemTypes.join('|')}|public)/|save-the-date)`]: 'http://127.0.0.1:3000' }

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), screenPages(), brotliFiles()],
  build: {
    rolldownOptions: {
      input: { index: `${import.meta.dirname}/index.html`, 'first-call': `${import.meta.dirname}/src/first-call.ts` },
      output: {
        codeSplitting: {
          groups: [
            { name: 'frame', test: frame },
            { name: 'kit', test: kit },
            { name: 'client', test: client },
            // What the login page needs must not be drawn into the next group.
            { name: 'client', test: /^(?!.*first-call)/, tags: ['$initial'] },
            { name: 'work', test: menus },
            { name: 'dialogs', test: dialogs },
            { name: 'work', test: work, minShareCount: 4 },
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
