import { Menu } from '@mantine/core'
import { IconChevronDown } from '@tabler/icons-react'
import { useState } from 'react'
import { SecondaryButton } from '../../ui/forms/buttons.ts'
import {
  asWritten,
  languagePairs,
  languageText,
  rememberedLanguage,
  rememberLanguage,
  singleLanguages,
} from './paper-language.ts'

const choices = [asWritten, ...singleLanguages, ...languagePairs]

export function PaperLanguageMenu() {
  const [choice, setChoice] = useState(rememberedLanguage)
  const choose = (next: string) => {
    rememberLanguage(next)
    setChoice(next)
  }
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <SecondaryButton px="xs" aria-label={`Language of PDFs: ${languageText(choice)}`}>
          {choice !== asWritten && <span aria-hidden="true">{choice.replace(',', ' + ')}</span>}
          <IconChevronDown size={14} aria-hidden="true" />
        </SecondaryButton>
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
