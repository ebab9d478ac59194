import react from '@vitejs/plugin-react'
import { itemTypes } from '@vitrine/contract'
import { defineConfig } from 'vite'
import { brotliFiles } from './build/brotli.ts'
import { chunkGroups } from './build/chunks.ts'
import { screenPages } from './build/screen-pages.ts'

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
        codeSplitting: { groups: chunkGroups },
      },
    },
    // The first versions with `light-dark()`, which our style sheets use untransformed.
    cssTarget: ['chrome123', 'firefox120', 'safari17.5'],
  },
  server: { proxy },
  preview: { proxy },
})
