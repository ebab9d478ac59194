import { defineConfig } from 'vite'

// One file without dependencies that the server imports: React's markup, our components and their style sheets.
export default defineConfig({
  root: import.meta.dirname,
  publicDir: false,
  // Without it React's development build would be bundled and run.
  define: { 'process.env.NODE_ENV': '"production"' },
  ssr: { noExternal: true },
  oxc: { jsx: { runtime: 'automatic' } },
  build: {
    ssr: 'src/index.ts',
    target: 'node24',
    // The file is replaced in one go: a server that starts meanwhile finds the old one or the new one.
    emptyOutDir: false,
    cssMinify: true,
    // Visitors bring the telephones they have.
    cssTarget: ['chrome88', 'firefox86', 'safari14.1'],
  },
})
