import { defineConfig } from 'vite'

// Bundles React, the components and their style sheets into a single file that the server imports.
export default defineConfig({
  root: import.meta.dirname,
  publicDir: false,
  // Otherwise React's development build would be bundled.
  define: { 'process.env.NODE_ENV': '"production"' },
  ssr: { noExternal: true },
  oxc: { jsx: { runtime: 'automatic' } },
  build: {
    ssr: 'src/index.ts',
    target: 'node24',
    // Keeps the old file until it is replaced, because a server may start meanwhile.
    emptyOutDir: false,
    cssMinify: true,
    // Supports older phones of visitors.
    cssTarget: ['chrome88', 'firefox86', 'safari14.1'],
  },
})
