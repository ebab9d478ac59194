import {
  designTokens,
  factsheetPrefix,
  type ItemType,
  inventoryTypes,
  itemTypes,
  type LabelLanguage,
  languages,
  type PageLanguage,
  withLangParameter,
} from '@vitrine/contract'
import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import baseCss from './base.css?inline'
import type { Picture, RenderedPage, StructuredData } from './page.ts'

/** Light, dark, or as the visitor's system is. */
export type Colours = Scheme | 'auto'

export interface DocumentProps extends PageLanguage {
  readonly title: string
  /** The museum whose colours it uses. */
  readonly museum?: ItemType
  readonly style: string
  /** Those of the visitor's choice unless stated. */
  readonly colours?: Colours
  /** Metadata for link previews; without it, the page is noindex. */
  readonly shared?: ShareMetadata
  readonly scripts?: readonly string[]
  /** Added to the viewport that every page has. */
  readonly viewport?: string
  /** Whether browsers may keep the page for rooms without reception. */
  readonly offline?: boolean
  readonly children: ReactNode
}

interface ShareMetadata {
  readonly site: string
  readonly title: string
  readonly description: string
  /** The page's address without a language: there each visitor gets the page in theirs. */
  readonly url: string
  readonly picture: Picture | null
  readonly data: StructuredData
  /** Those in which it has its own text, for search engines. */
  readonly languages: readonly LabelLanguage[]
  /** The same for other programs. */
  readonly alternates?: readonly AlternateLink[]
}

export interface AlternateLink {
  readonly type: string
  readonly href: string
}

/** The HTML document around a page. */
function Document({
  title,
  lang,
  pinned,
  museum,
  style,
  shared,
  scripts = [],
  ...props
}: DocumentProps) {
  const { viewport, offline = scripts.length > 0, children } = props
  return (
    <html
      lang={lang}
      data-museum={museum}
      {...(museum && offline && offlineAttributes(museum, lang))}
    >
      <head>
        <meta charSet="utf-8" />
        <meta
          name="viewport"
          content={['width=device-width, initial-scale=1', viewport].filter(Boolean).join(', ')}
        />
        <title>{title}</title>
        {/* biome-ignore lint/security/noDangerouslySetInnerHtml: a constant of the build; escaped, it would not be CSS */}
        <style dangerouslySetInnerHTML={{ __html: style }} />
        <meta
          name="theme-color"
          content={designTokens.light.page}
          media="(prefers-color-scheme: light)"
        />
        <meta
          name="theme-color"
          content={designTokens.dark.page}
          media="(prefers-color-scheme: dark)"
        />
        <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
        {shared ? (
          <ShareMetadataHead {...shared} lang={lang} pinned={pinned} />
        ) : (
          <meta name="robots" content="noindex" />
        )}
      </head>
      <body>
        {children}
        {/* Requested after the picture, which is what visitors wait for. */}
        {scripts.map((script) => (
          <script key={script} src={script} defer />
        ))}
      </body>
    </html>
  )
}

/** The addresses that a service worker serves for a museum, and the page that says what is not kept. */
const offlineAttributes = (museum: ItemType, lang: LabelLanguage) => ({
  'data-scopes': `${factsheetPrefix(museum)} ${inventoryTypes[museum].start}`,
  'data-offline': `/public/offline/${museum}?lang=${lang}`,
})

function ShareMetadataHead(props: ShareMetadata & PageLanguage) {
  const {
    site,
    title,
    description,
    url,
    picture,
    data,
    languages: written,
    alternates = [],
    ...language
  } = props
  const largest = picture?.widths.at(-1)
  const address = withLangParameter(url, language)
  return (
    <>
      {description && <meta name="description" content={description} />}
      <link rel="canonical" href={address} />
      <link rel="alternate" hrefLang="x-default" href={url} />
      {written.map((lang) => (
        <link
          key={lang}
          rel="alternate"
          hrefLang={lang}
          href={withLangParameter(url, { lang, pinned: true })}
        />
      ))}
      {alternates.map(({ type, href }) => (
        <link key={href} rel="alternate" type={type} href={href} />
      ))}
      <meta property="og:type" content="website" />
      <meta property="og:site_name" content={site} />
      <meta property="og:title" content={title} />
      {description && <meta property="og:description" content={description} />}
      <meta property="og:url" content={address} />
      <meta property="og:locale" content={languages[language.lang].openGraph} />
      {largest && (
        <>
          <meta property="og:image" content={new URL(largest.src, url).href} />
          <meta property="og:image:alt" content={title} />
          <meta name="twitter:card" content="summary_large_image" />
        </>
      )}
      {/* biome-ignore lint/security/noDangerouslySetInnerHtml: JSON in which nothing can end the element */}
      <script type="application/ld+json" dangerouslySetInnerHTML={{ __html: toScriptJson(data) }} />
    </>
  )
}

/** Only '<' can close a script element; escaped, it is the same JSON. */
const toScriptJson = (data: StructuredData) => JSON.stringify(data).replaceAll('<', '\\u003c')

/** Renders a whole page. Its style is inline, so that one response is enough to paint. */
export function renderDocument({ style, colours = 'auto', ...props }: DocumentProps): RenderedPage {
  const whole = styleTokens[colours] + baseCss + style
  const html = `<!doctype html>${renderToStaticMarkup(<Document {...props} style={whole} />)}`
  return { html, style: whole, lang: props.lang, pinned: props.pinned }
}

type Scheme = 'light' | 'dark'

const renderProperties = (values: Record<string, string>) =>
  Object.entries(values)
    .map(([name, value]) => `--${name}:${value}`)
    .join(';')

const renderSchemeTokens = (scheme: Scheme) =>
  `:root{${renderProperties(designTokens[scheme])}}` +
  itemTypes
    .map((type) => `[data-museum=${type}]{--accent:${inventoryTypes[type].accent[scheme]}}`)
    .join('')

/** The shared look as custom properties; paper is always light. */
const renderStyleTokens = (schemes: string, dark: string) =>
  `:root{color-scheme:${schemes};--accent:var(--text);${renderProperties(designTokens.fonts)}}${renderSchemeTokens('light')}` +
  (dark && `@media ${dark}{${renderSchemeTokens('dark')}}`)

const styleTokens: Record<Colours, string> = {
  light: renderStyleTokens('light', ''),
  dark: renderStyleTokens('dark', 'screen'),
  auto: renderStyleTokens('light dark', 'screen and (prefers-color-scheme:dark)'),
}
