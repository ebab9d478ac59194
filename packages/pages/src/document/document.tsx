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

/** `auto` follows the visitor's system. */
export type Colours = Scheme | 'auto'

export interface DocumentProps extends PageLanguage {
  readonly title: string
  /** Museum whose colours the page uses. */
  readonly museum?: ItemType
  readonly style: string
  /** Default: auto. */
  readonly colours?: Colours
  /** Metadata for link previews; without it, search engines must not index the page. */
  readonly shared?: ShareMetadata
  readonly scripts?: readonly string[]
  /** Additional viewport properties. */
  readonly viewport?: string
  /** Whether the service worker may cache the page for offline use. */
  readonly offline?: boolean
  readonly children: ReactNode
}

interface ShareMetadata {
  readonly site: string
  readonly title: string
  readonly description: string
  /** URL without language, which serves each visitor their own. */
  readonly url: string
  readonly picture: Picture | null
  readonly data: StructuredData
  /** Languages with translated content, for search engines. */
  readonly languages: readonly LabelLanguage[]
  /** The same content for other programs. */
  readonly alternates?: readonly AlternateLink[]
}

export interface AlternateLink {
  readonly type: string
  readonly href: string
}

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
      {...(museum && offline && getOfflineAttributes(museum, lang))}
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
        {/* At the end, so that the picture is requested first. */}
        {scripts.map((script) => (
          <script key={script} src={script} defer />
        ))}
      </body>
    </html>
  )
}

/** Scopes of a museum's service worker, and URL of its offline page. */
const getOfflineAttributes = (museum: ItemType, lang: LabelLanguage) => ({
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
    languages: contentLanguages,
    alternates = [],
    ...language
  } = props
  const largestRendition = picture?.widths.at(-1)
  const canonicalUrl = withLangParameter(url, language)
  return (
    <>
      {description && <meta name="description" content={description} />}
      <link rel="canonical" href={canonicalUrl} />
      <link rel="alternate" hrefLang="x-default" href={url} />
      {contentLanguages.map((lang) => (
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
      <meta property="og:url" content={canonicalUrl} />
      <meta property="og:locale" content={languages[language.lang].openGraph} />
      {largestRendition && (
        <>
          <meta property="og:image" content={new URL(largestRendition.src, url).href} />
          <meta property="og:image:alt" content={title} />
          <meta name="twitter:card" content="summary_large_image" />
        </>
      )}
      {/* biome-ignore lint/security/noDangerouslySetInnerHtml: JSON in which nothing can end the element */}
      <script type="application/ld+json" dangerouslySetInnerHTML={{ __html: toScriptJson(data) }} />
    </>
  )
}

/** Escapes '<', which could close the script element. */
const toScriptJson = (data: StructuredData) => JSON.stringify(data).replaceAll('<', '\\u003c')

/** Renders a page with inline styles, so that browsers can paint it after one response. */
export function renderDocument({ style, colours = 'auto', ...props }: DocumentProps): RenderedPage {
  const css = styleTokens[colours] + baseCss + style
  const html = `<!doctype html>${renderToStaticMarkup(<Document {...props} style={css} />)}`
  return { html, style: css, lang: props.lang, pinned: props.pinned }
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

/**
 * Renders the design tokens as custom properties. `darkMedia` tells when the dark ones apply; print
 * always uses the light ones.
 */
const renderStyleTokens = (schemes: string, darkMedia: string) =>
  `:root{color-scheme:${schemes};--accent:var(--text);${renderProperties(designTokens.fonts)}}${renderSchemeTokens('light')}` +
  (darkMedia && `@media ${darkMedia}{${renderSchemeTokens('dark')}}`)

const styleTokens: Record<Colours, string> = {
  light: renderStyleTokens('light', ''),
  dark: renderStyleTokens('dark', 'screen'),
  auto: renderStyleTokens('light dark', 'screen and (prefers-color-scheme:dark)'),
}
