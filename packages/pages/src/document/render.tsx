import { renderToStaticMarkup } from 'react-dom/server'
import baseCss from './base.css?inline'
import { Document, type DocumentProps } from './document.tsx'
import type { RenderedPage } from './page.ts'
import { tokens } from './tokens.ts'

/** Renders a whole page. Its style is inline, so that one response is enough to paint. */
export function renderDocument({ style, ...props }: DocumentProps): RenderedPage {
  const whole = tokens + baseCss + style
  const html = `<!doctype html>${renderToStaticMarkup(<Document {...props} style={whole} />)}`
  return { html, style: whole, lang: props.lang, pinned: props.pinned }
}
