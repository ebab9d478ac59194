import { type ItemType, inventoryTypes, type PageLanguage, withLang } from '@vitrine/contract'
import type { ReactNode } from 'react'
import type { Imprint } from '../document/page.ts'
import { LanguageSwitcher } from './language-switcher.tsx'

interface LabelProps extends PageLanguage {
  readonly type: ItemType
  readonly imprint: Imprint
  readonly framed?: boolean
  /** What the page's address has beside the language. */
  readonly query?: string
  readonly children: ReactNode
}

/** The frame of every label: the museum above it, the imprint below. */
export function Label({ type, imprint, framed = false, query = '', children, ...language }: LabelProps) {
  const { museum, start } = inventoryTypes[type]
  const { foundation, address, year } = imprint
  const name = (
    <>
      <Logo type={type} />
      <span lang="fr">{museum}</span>
    </>
  )
  return (
    <>
      <header className="masthead">
        {framed ? (
          <span className="museum">{name}</span>
        ) : (
          <a className="museum" href={withLang(start, language)}>
            {name}
          </a>
        )}
        {!framed && <LanguageSwitcher current={language.lang} query={query} />}
      </header>
      <main>{children}</main>
      <footer className="imprint">
        <p>
          © {year} {foundation}
        </p>
        <p>{address}</p>
      </footer>
    </>
  )
}

/** The display case, with what this museum keeps in it. */
function Logo({ type }: { readonly type: ItemType }) {
  return (
    <svg width={28} height={28} viewBox="0 0 32 32" fill="none" role="img" aria-label="Vitrine">
      <path d={inventoryTypes[type].mark} className="logo-mark" />
      <path d="M6 4h20v18H6zM3 22h26v6H3z" stroke="currentColor" strokeWidth="2" strokeLinejoin="round" />
    </svg>
  )
}
