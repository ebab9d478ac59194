import { Button, Menu } from '@mantine/core'
import { IconChevronDown, IconDownload } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { type CsvDelimiter, csvDelimiters, toCsvText } from '@vitrine/contract'
import { type ReactNode, useState } from 'react'
import { showFailure } from '../feedback/undo-toast.tsx'
import { QuietButton, SecondaryButton } from '../forms/buttons.ts'
import { saveFile } from './save-file.ts'

type FetchFile = (delimiter: CsvDelimiter) => Promise<Blob>

export interface CsvSource {
  readonly fileName: string
  readonly initialDelimiter: CsvDelimiter
  /** Called on download. Returns the current rows, header first. */
  readonly rows: () => readonly (readonly string[])[]
  /** Fetches a file made by the server instead of using `rows`. */
  readonly fetch?: FetchFile | undefined
  /** A second file in the menu, made by the server. */
  readonly secondFile?: { readonly label: string; readonly fetch: FetchFile }
}

interface CsvDownloadProps extends CsvSource {
  readonly label?: ReactNode
  /** Style for a toolbar. */
  readonly quiet?: boolean
  readonly disabled?: boolean
}

const delimiterNames = { semicolon: 'Semicolon', comma: 'Comma' } as const satisfies Record<
  CsvDelimiter,
  string
>
const delimiters = ['semicolon', 'comma'] as const

/** Saves the rows at hand, or fetches a file from the server and saves that. */
function useCsvDownload({ fileName, initialDelimiter, rows, fetch, secondFile }: CsvSource) {
  const [delimiter, setDelimiter] = useState(initialDelimiter)
  const download = useMutation({
    mutationFn: (fetchFile: FetchFile) => fetchFile(delimiter),
    onSuccess: (file) => saveFile(fileName, file),
    onError: (error) => showFailure('The file was not saved.', error),
  })
  return {
    delimiter,
    setDelimiter,
    isFetching: download.isPending,
    fetchSecondFile: () => secondFile && download.mutate(secondFile.fetch),
    save() {
      if (fetch) return download.mutate(fetch)
      const content = toCsvText(rows(), delimiter)
      saveFile(fileName, new Blob([content], { type: 'text/csv;charset=utf-8' }))
    },
  }
}

export function CsvDownload({
  label = 'Download CSV',
  quiet = false,
  disabled = false,
  ...source
}: CsvDownloadProps) {
  const { delimiter, setDelimiter, isFetching, fetchSecondFile, save } = useCsvDownload(source)
  const { secondFile } = source
  const DownloadButton = quiet ? QuietButton : SecondaryButton
  return (
    <Button.Group>
      <DownloadButton
        disabled={disabled}
        loading={isFetching}
        leftSection={!quiet && <IconDownload size={16} aria-hidden="true" />}
        onClick={save}
      >
        {label}
      </DownloadButton>
      <Menu position="bottom-end">
        <Menu.Target>
          <DownloadButton
            disabled={disabled}
            px="xs"
            aria-label={`${secondFile ? 'More, ' : ''}CSV delimiter: ${delimiterNames[delimiter]}`}
          >
            <code aria-hidden="true">{csvDelimiters[delimiter]}</code>
            <IconChevronDown size={14} aria-hidden="true" />
          </DownloadButton>
        </Menu.Target>
        <Menu.Dropdown>
          {secondFile && (
            <>
              <Menu.Item
                disabled={disabled}
                leftSection={<IconDownload size={16} aria-hidden="true" />}
                onClick={fetchSecondFile}
              >
                {secondFile.label}
              </Menu.Item>
              <Menu.Divider />
            </>
          )}
          <Menu.Label>Delimiter</Menu.Label>
          <Menu.RadioGroup
            value={delimiter}
            onChange={(chosen) => setDelimiter(chosen === 'comma' ? 'comma' : 'semicolon')}
          >
            {delimiters.map((choice) => (
              <Menu.RadioItem key={choice} value={choice} closeMenuOnClick>
                {delimiterNames[choice]} <code>{csvDelimiters[choice]}</code>
              </Menu.RadioItem>
            ))}
          </Menu.RadioGroup>
        </Menu.Dropdown>
      </Menu>
    </Button.Group>
  )
}
