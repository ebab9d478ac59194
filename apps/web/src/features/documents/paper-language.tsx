import { Menu } from '@mantine/core'
import { IconChevronDown } from '@tabler/icons-react'
import { labelLanguages, languageNames, parsePaperLanguages } from '@vitrine/contract'
import { useState } from 'react'
import { QuietButton } from '../../ui/forms/buttons.ts'

const key = 'paperLanguage'

/** Original texts with English labels. */
export const asWrittenOption = ''
/** As the calls name them: texts of an item are in three languages, what surrounds them in nine. */
export const singleLanguages: readonly string[] = [
  'fr',
  'de',
  'en',
  ...labelLanguages.filter((lang) => !['fr', 'de', 'en'].includes(lang)),
]
const languagePairs: readonly string[] = ['fr,de', 'fr,en', 'de,en']

/** 'French', 'French and German' */
export const languageText = (choice: string): string =>
  parsePaperLanguages(choice)
    .map((lang) => languageNames[lang])
    .join(' and ') || 'As written'

export const rememberedLanguage = (): string =>
  parsePaperLanguages(localStorage.getItem(key) ?? '').join()

export const rememberLanguage = (choice: string): void => localStorage.setItem(key, choice)

const choices = [asWrittenOption, ...singleLanguages, ...languagePairs]

export function PaperLanguageMenu() {
  const [choice, setChoice] = useState(rememberedLanguage)
  const choose = (next: string) => {
    rememberLanguage(next)
    setChoice(next)
  }
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <QuietButton px="xs" aria-label={`Language of PDFs: ${languageText(choice)}`}>
          {choice !== asWrittenOption && (
            <span aria-hidden="true">{choice.replace(',', ' + ')}</span>
          )}
          <IconChevronDown size={14} aria-hidden="true" />
        </QuietButton>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>Language of PDFs</Menu.Label>
        <Menu.RadioGroup value={choice} onChange={choose}>
          {choices.map((one) => (
            <Menu.RadioItem key={one} value={one} closeMenuOnClick>
              {languageText(one)}
            </Menu.RadioItem>
          ))}
        </Menu.RadioGroup>
      </Menu.Dropdown>
    </Menu>
  )
}
