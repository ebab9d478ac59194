import { type LabelLanguage, labelLanguages, languages, visitorWords, withLang } from '@vitrine/contract'

interface LanguageSwitcherProps {
  readonly current: LabelLanguage
  /** What the page's address has beside the language: '?page=2', or nothing. */
  readonly query: string
}

/** The same page in the other languages: plain links, folded away without a script. */
export function LanguageSwitcher({ current, query }: LanguageSwitcherProps) {
  return (
    <details className="languages">
      <summary>
        <svg width={18} height={18} viewBox="0 0 18 18" role="img" aria-label={visitorWords[current].page.language}>
          <path d="M9 1.5a7.5 7.5 0 1 0 0 15a7.5 7.5 0 1 0 0-15c-4.5 4-4.5 11 0 15c4.5-4 4.5-11 0-15M1.5 9h15" />
        </svg>
        {languages[current].ownName}
      </summary>
      <ul>
        {labelLanguages.map((lang) => (
          <li key={lang}>
            <a href={withLang(query, { lang, pinned: true })} lang={lang} aria-current={lang === current || undefined}>
              {languages[lang].ownName}
            </a>
          </li>
        ))}
      </ul>
    </details>
  )
}
