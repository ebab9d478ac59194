import { renderToStaticMarkup } from 'react-dom/server'
import baseCss from './base.css?inline'
import { Document, type DocumentProps } from './document.tsx'
import type { RenderedPage } from './page.ts'
import { tokens } from './tokens.ts'

/** A whole page. Its style travels inside it: one answer and the visitor sees something. */
export function renderDocument({ style, ...props }: DocumentProps): RenderedPage {
  const whole = tokens + baseCss + style
  return { html: `<!doctype html>${renderToStaticMarkup(<Document {...props} style={whole} />)}`, style: whole }
}
