import { InputBase, type InputBaseProps } from '@mantine/core'
import { IconSelector } from '@tabler/icons-react'
import { type AssistantLanguage, assistantLanguageNames } from '@vitrine/contract'

interface LanguageSelectProps extends Pick<InputBaseProps, 'label' | 'size' | 'disabled'> {
  readonly 'aria-label'?: string
  readonly languages: readonly AssistantLanguage[]
  readonly value: AssistantLanguage
  readonly onChange: (language: AssistantLanguage) => void
}

/** The language the assistant should write in. */
export function LanguageSelect({ languages, value, onChange, ...others }: LanguageSelectProps) {
  return (
    <InputBase
      component="select"
      pointer
      rightSection={<IconSelector size={16} aria-hidden="true" />}
      rightSectionPointerEvents="none"
      {...others}
      value={value}
      onChange={(event) => onChange(languages.find((known) => known === event.currentTarget.value) ?? value)}
    >
      {languages.map((language) => (
        <option key={language} value={language}>
          {assistantLanguageNames[language]}
        </option>
      ))}
    </InputBase>
  )
}
