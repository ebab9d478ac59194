import type { InputBaseProps } from '@mantine/core'
import { type AssistantLanguage, languageNames } from '@vitrine/contract'
import { SelectField } from './select-field.tsx'

interface LanguageSelectProps extends Pick<InputBaseProps, 'label' | 'size' | 'disabled'> {
  readonly 'aria-label'?: string
  readonly languages: readonly AssistantLanguage[]
  readonly value: AssistantLanguage
  readonly onChange: (language: AssistantLanguage) => void
}

export function LanguageSelect({ languages, value, onChange, ...others }: LanguageSelectProps) {
  return (
    <SelectField
      {...others}
      value={value}
      options={languages.map((language) => [language, languageNames[language]])}
      onChange={(chosen) => onChange(languages.find((known) => known === chosen) ?? value)}
    />
  )
}
