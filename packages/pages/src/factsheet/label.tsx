import {
  type ItemType,
  inventoryTypes,
  type LabelLanguage,
  labelLanguages,
  languages,
  type PageLanguage,
  visitorWords,
  withLangParameter,
} from '@vitrine/contract'
import type { ReactNode } from 'react'
import type { Imprint } from '../document/page.ts'

interface PageFrameProps extends Pick<PageLanguage, 'lang'> {
  /** Owner of the page: museum or foundation. */
  readonly head: ReactNode
  readonly imprint: Imprint
  /** In a frame, the page has neither a link to the museum nor a language switcher. */
  readonly framed?: boolean
  /** Query of the page's URL, without language. */
  readonly query?: string
  /** Available languages; by default all. */
  readonly offered?: readonly LabelLanguage[]
  readonly children: ReactNode
}

/** Header with owner and language switcher, and footer with the imprint, around every page. */
export function PageFrame({
  head,
  imprint,
  framed = false,
  lang,
  children,
  ...switcher
}: PageFrameProps) {
  const { query = '', offered = labelLanguages } = switcher
  const { foundation, address, year } = imprint
  return (
    <>
      <header className="masthead">
        {head}
        {!framed && <LanguageSwitcher current={lang} query={query} offered={offered} />}
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

interface MuseumPageProps extends PageLanguage, Omit<PageFrameProps, 'head'> {
  readonly type: ItemType
}

/** Frame of a museum's page. */
export function MuseumPage({ type, pinned, ...frame }: MuseumPageProps) {
  const head = frame.framed ? (
    <span className="museum">
      <MuseumName type={type} />
    </span>
  ) : (
    <MuseumLink type={type} lang={frame.lang} pinned={pinned} />
  )
  return <PageFrame head={head} {...frame} />
}

export const MuseumLink = ({ type, ...language }: PageLanguage & { readonly type: ItemType }) => (
  <a className="museum" href={withLangParameter(inventoryTypes[type].start, language)}>
    <MuseumName type={type} />
  </a>
)

/** Logo and name of a museum. Screen readers get the name once, from the logo. */
function MuseumName({ type }: { readonly type: ItemType }) {
  const { mark, museum } = inventoryTypes[type]
  return (
    <>
      <svg
        width={28}
        height={28}
        viewBox="0 0 32 32"
        fill="none"
        role="img"
        aria-label={museum}
        lang="fr"
      >
        <path d={mark} className="logo-mark" />
        <path
          d="M6 4h20v18H6zM3 22h26v6H3z"
          stroke="currentColor"
          strokeWidth="2"
          strokeLinejoin="round"
        />
      </svg>
      <span aria-hidden="true">{museum}</span>
    </>
  )
}

interface LanguageSwitcherProps {
  readonly current: LabelLanguage
  /** Query of the page's URL, without language: '?page=2', or empty. */
  readonly query: string
  readonly offered: readonly LabelLanguage[]
}

/** Links to the page in other languages; the details element works without a script. */
function LanguageSwitcher({ current, query, offered }: LanguageSwitcherProps) {
  return (
    <details className="languages">
      <summary>
        <svg
          width={18}
          height={18}
          viewBox="0 0 18 18"
          role="img"
          aria-label={visitorWords[current].page.language}
        >
          <path d="M9 1.5a7.5 7.5 0 1 0 0 15a7.5 7.5 0 1 0 0-15c-4.5 4-4.5 11 0 15c4.5-4 4.5-11 0-15M1.5 9h15" />
        </svg>
        {languages[current].ownName}
      </summary>
      <ul>
        {offered.map((lang) => (
          <li key={lang}>
            <a
              href={withLangParameter(query, { lang, pinned: true })}
              lang={lang}
              aria-current={lang === current || undefined}
            >
              {languages[lang].ownName}
            </a>
          </li>
        ))}
      </ul>
    </details>
  )
}
