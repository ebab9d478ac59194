import { type ItemType, inventoryTypes, type LabelLanguage } from '@vitrine/contract'
import type { ReactNode } from 'react'
import type { Imprint } from '../document/page.ts'
import { LanguageSwitcher } from './language-switcher.tsx'

interface LabelProps {
  readonly type: ItemType
  readonly imprint: Imprint
  readonly lang: LabelLanguage
  readonly framed?: boolean
  readonly children: ReactNode
}

/** The frame of every label: the museum above it, the imprint below. */
export function Label({ type, imprint, lang, framed = false, children }: LabelProps) {
  const { foundation, address, year } = imprint
  return (
    <>
      <header className="masthead">
        <Logo type={type} />
        <span lang="fr">{inventoryTypes[type].museum}</span>
        {!framed && <LanguageSwitcher current={lang} />}
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
