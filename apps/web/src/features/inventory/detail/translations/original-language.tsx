import { InputBase } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { IconSelector } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { type ItemDetail, type LabelLanguage, labelLanguages, languageNames, languageOf } from '@vitrine/contract'
import { serverMessage } from '../../../../client/api-error.ts'
import { call } from '../../../../client/call.ts'
import { offerUndo } from '../../../../ui/feedback/undo-toast.tsx'

interface OriginalLanguageProps {
  readonly item: ItemDetail
  readonly refresh: () => Promise<void>
}

/** The language of the original: as recognised from the text, until somebody chooses one. */
export function OriginalLanguage({ item, refresh }: OriginalLanguageProps) {
  const chosen = item.languageChosen ? item.language : ''
  const save = (language: LabelLanguage | '', version: number) => {
    const { name, identifier, description } = item
    const data = { name, identifier, description, language, languageChosen: language !== '' }
    return call('POST /inventory/save-info', { body: { itemId: item.id, data, version } })
  }
  const change = useMutation({
    mutationFn: (language: LabelLanguage | '') => save(language, item.version),
    onSuccess: async ({ version }, language) => {
      await refresh()
      offerUndo({
        id: 'original language',
        message:
          language === '' ? 'The language is recognised again.' : `The original is in ${languageNames[language]}.`,
        undo: () => save(chosen, version).finally(() => void refresh()),
        failure: 'This could not be undone.',
      })
    },
    onError: (error) => {
      notifications.show({ color: 'red', message: `The language was not changed. ${serverMessage(error)}` })
      void refresh()
    },
  })
  return (
    <InputBase
      component="select"
      label="Language of the original"
      pointer
      rightSection={<IconSelector size={16} aria-hidden="true" />}
      rightSectionPointerEvents="none"
      value={change.isPending ? change.variables : chosen}
      disabled={change.isPending}
      onChange={({ currentTarget: { value } }) =>
        change.mutate(labelLanguages.find((language) => language === value) ?? '')
      }
    >
      <option value="">{chosen === '' ? recognition(item.description) : 'Recognise from the text'}</option>
      {labelLanguages.map((language) => (
        <option key={language} value={language}>
          {languageNames[language]}
        </option>
      ))}
    </InputBase>
  )
}

function recognition(text: string): string {
  const language = languageOf(text)
  return language ? `Recognised: ${languageNames[language]}` : 'Not recognised'
}
