import {
  type ItemType,
  inventoryTypes,
  type PageLanguage,
  visitorWords,
  withLangParameter,
} from '@vitrine/contract'
import { renderDocument } from '../document/document.tsx'
import type { Imprint, RenderedPage } from '../document/page.ts'
import type { ScriptAddresses } from '../scripts.ts'
import factsheetCss from './factsheet.css?inline'
import labelCss from './label.css?inline'
import { MuseumPage } from './label.tsx'

export interface AbsentPageProps extends PageLanguage {
  readonly imprint: Imprint
  readonly type: ItemType
  /** The number does not exist, its item is hidden, or the visitor is offline. */
  readonly why: 'unknown' | 'withdrawn' | 'offline'
  readonly scripts: ScriptAddresses
  /** Path of a withdrawn item in the staff app, for signed-in browsers. */
  readonly staffPath: string | null
}

export function renderAbsentPage({
  imprint,
  type,
  why,
  scripts,
  staffPath,
  lang,
  pinned,
}: AbsentPageProps): RenderedPage {
  const { museum, start } = inventoryTypes[type]
  const { offline, browse } = visitorWords[lang].museum
  const { title, text } = why === 'offline' ? offline : visitorWords[lang].page[why]
  return renderDocument({
    title: `${title} – ${museum}`,
    lang,
    pinned,
    museum: type,
    style: labelCss + factsheetCss,
    scripts: [scripts.page],
    offline: false,
    children: (
      <MuseumPage type={type} imprint={imprint} lang={lang} pinned={pinned}>
        <article className="sheet bare">
          <div className="text">
            <header className="heading" data-staff={staffPath}>
              <h1>{title}</h1>
            </header>
            <p>{text}</p>
            <p>
              <a href={withLangParameter(start, { lang, pinned })}>{browse}</a>
            </p>
            {/* sw.js copies it to pages that are only cached in another language. */}
            {why === 'offline' && <p hidden>{offline.otherLanguage}</p>}
          </div>
        </article>
      </MuseumPage>
    ),
  })
}
