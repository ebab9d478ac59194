import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))
const file = join(root, '.cache', 'fonts', 'fonts.conf')
const families = ['source-sans-3', 'source-serif-4'].map((name) =>
  join(root, 'node_modules/@expo-google-fonts', name),
)

const escapeXml = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
const formatAlias = (generic: string, family: string) =>
  `<alias binding="same"><family>${generic}</family><prefer><family>${family}</family></prefer></alias>`

/**
 * Writes a fontconfig file that allows only the papers' fonts, so that pages look the same
 * everywhere; returns its path.
 */
export function writeFontConfig(): string {
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(
    file,
    `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "urn:fontconfig:fonts.dtd">
<fontconfig>
${families.map((folder) => `<dir>${escapeXml(folder)}</dir>`).join('\n')}
<cachedir>${escapeXml(join(dirname(file), 'cache'))}</cachedir>
${formatAlias('serif', 'Source Serif 4')}
${['sans-serif', 'system-ui', 'monospace'].map((generic) => formatAlias(generic, 'Source Sans 3')).join('\n')}
</fontconfig>
`,
  )
  return file
}
