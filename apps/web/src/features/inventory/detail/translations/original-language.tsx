import { notifications } from '@mantine/notifications'
import { useMutation } from '@tanstack/react-query'
import { type ItemDetail, type LabelLanguage, labelLanguages, languageNames, languageOf } from '@vitrine/contract'
import { serverMessage } from '../../../../client/api-error.ts'
import { call } from '../../../../client/call.ts'
import { offerUndo } from '../../../../ui/feedback/undo-toast.tsx'
import { SelectField } from '../../../../ui/forms/select-field.tsx'

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
    <SelectField
      label="Language of the original"
      value={change.isPending ? change.variables : chosen}
      disabled={change.isPending}
      options={[
        ['', chosen === '' ? recognition(item.description) : 'Recognise from the text'],
        ...labelLanguages.map((language) => [language, languageNames[language]] as const),
      ]}
      onChange={(value) => change.mutate(labelLanguages.find((language) => language === value) ?? '')}
    />
  )
}

function recognition(text: string): string {
  const language = languageOf(text)
  return language ? `Recognised: ${languageNames[language]}` : 'Not recognised'
}
