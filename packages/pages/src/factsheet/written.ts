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
export const written = (language: string | undefined, page: LabelLanguage): Written =>
  language === undefined || language === page ? {} : { lang: language, dir: 'auto' }

/** Nobody says in which language a value was typed; a number is read in the page's. */
export const languageOfValue = (value: string): '' | undefined => (/\p{L}/u.test(value) ? '' : undefined)
