// Files that Vite bundles as text.
declare module '*.css?inline' {
  const css: string
  // biome-ignore lint/style/noDefaultExport: Vite's choice
  export default css
}
declare module '*.js?raw' {
  const source: string
  // biome-ignore lint/style/noDefaultExport: Vite's choice
  export default source
}
