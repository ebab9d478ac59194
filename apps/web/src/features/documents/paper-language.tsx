import { Menu } from '@mantine/core'
import { IconChevronDown } from '@tabler/icons-react'
import { labelLanguages, languageNames, parsePaperLanguages } from '@vitrine/contract'
import { useState } from 'react'
import { QuietButton } from '../../ui/forms/buttons.ts'
import styles from './paper-language.module.css'

const storageKey = 'paperLanguage'

/** The value for original texts with English labels. */
export const asWrittenOption = ''
/** The languages of an item's texts. */
const textLanguages: readonly string[] = ['fr', 'de', 'en']
/** Language codes as in the API: first those of texts, then those in which only labels exist. */
export const singlePaperLanguages: readonly string[] = [
  ...textLanguages,
  ...labelLanguages.filter((lang) => !textLanguages.includes(lang)),
]
const languagePairs: readonly string[] = ['fr,de', 'fr,en', 'de,en']

/** Formats a choice as 'French' or 'French and German'. */
export const formatPaperLanguage = (choice: string): string =>
  parsePaperLanguages(choice)
    .map((lang) => languageNames[lang])
    .join(' and ') || 'As written'

/** Formats a choice as 'French' or 'FR + DE'. */
const formatShortLanguage = (choice: string): string =>
  choice.includes(',') ? choice.toUpperCase().replace(',', ' + ') : formatPaperLanguage(choice)

export const readPaperLanguage = (): string =>
  parsePaperLanguages(localStorage.getItem(storageKey) ?? '').join()

export const savePaperLanguage = (choice: string): void => localStorage.setItem(storageKey, choice)

const choices = [asWrittenOption, ...singlePaperLanguages, ...languagePairs]

/** A menu for the language of PDFs, which this browser remembers. */
export function PaperLanguageMenu() {
  const [choice, setChoice] = useState(readPaperLanguage)

  const choose = (newChoice: string) => {
    savePaperLanguage(newChoice)
    setChoice(newChoice)
  }

  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <QuietButton px="xs" aria-label={`Language of PDFs: ${formatPaperLanguage(choice)}`}>
          <span
            aria-hidden="true"
            className={choice === asWrittenOption ? styles.usual : undefined}
          >
            {formatShortLanguage(choice)}
          </span>
          <IconChevronDown size={14} aria-hidden="true" />
        </QuietButton>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>Language of PDFs</Menu.Label>
        <Menu.RadioGroup value={choice} onChange={choose}>
          {choices.map((option) => (
            <Menu.RadioItem key={option} value={option} closeMenuOnClick>
              {formatPaperLanguage(option)}
            </Menu.RadioItem>
          ))}
        </Menu.RadioGroup>
      </Menu.Dropdown>
    </Menu>
  )
}
