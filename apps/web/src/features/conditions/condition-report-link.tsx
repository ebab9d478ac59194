import { ActionIcon, Menu } from '@mantine/core'
import { IconChevronDown, IconDots } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { type AssistantLanguage, assistantLanguages, languageNames } from '@vitrine/contract'
import { downloadFile } from '../../client/call.ts'
import { showFailure } from '../../ui/feedback/undo-toast.tsx'
import { SmallButton } from '../../ui/forms/buttons.ts'
import { saveFile } from '../../ui/lists/save-file.ts'

interface ConditionReportLinkProps {
  readonly ids: readonly number[]
  readonly fileName: string
  /** Shown as a menu of further papers in the toolbar of selected items. */
  readonly inToolbar?: boolean
}

/** Downloads the condition reports of items, in a language from the button's menu. */
export function ConditionReportLink({ ids, fileName, inToolbar }: ConditionReportLinkProps) {
  const print = useMutation({
    mutationFn: (lang: AssistantLanguage) =>
      downloadFile('POST /inventory/loan/condition-report', { body: { ids: [...ids], lang } }),
    onSuccess: (file) => saveFile(fileName, file),
    onError: (error) => showFailure('The condition report was not created.', error),
  })
  const buttonProps = { disabled: ids.length === 0, loading: print.isPending }

  return (
    <Menu position="bottom-start">
      <Menu.Target>
        {inToolbar ? (
          <ActionIcon size={32} variant="subtle" aria-label="More" {...buttonProps}>
            <IconDots size={18} aria-hidden="true" />
          </ActionIcon>
        ) : (
          <SmallButton
            rightSection={<IconChevronDown size={14} aria-hidden="true" />}
            {...buttonProps}
          >
            Condition report (PDF)
          </SmallButton>
        )}
      </Menu.Target>
      <Menu.Dropdown>
        {assistantLanguages.map((lang) => (
          <Menu.Item key={lang} onClick={() => print.mutate(lang)}>
            Condition report in {languageNames[lang]} (PDF)
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}
