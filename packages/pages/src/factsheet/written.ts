import type { LabelLanguage } from '@vitrine/contract'

/** How an element says in which language its text is, where it is not the page's. */
export interface Written {
  readonly lang?: string
  readonly dir?: 'auto'
}

/**
 * Empty stands for a language that nobody knows: a screen reader then asks its owner's settings. Such a text may run
 * from right to left, which none of the pages' own languages does.
 */
export const written = (language: string, page: LabelLanguage): Written =>
  language === page ? {} : { lang: language, dir: 'auto' }
