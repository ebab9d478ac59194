import { Button, Menu } from '@mantine/core'
import { IconChevronDown, IconDownload } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { type CsvDelimiter, csvDelimiters, csvFile } from '@vitrine/contract'
import { type ReactNode, useState } from 'react'
import { showFailure } from '../feedback/undo-toast.tsx'
import { QuietButton, SecondaryButton } from '../forms/buttons.ts'
import { saveFile } from './save-file.ts'

type FetchFile = (delimiter: CsvDelimiter) => Promise<Blob>

export interface CsvSource {
  readonly fileName: string
  readonly initialDelimiter: CsvDelimiter
  /** Called at the download: the rows as they are then, the header first. */
  readonly rows: () => readonly (readonly string[])[]
  /** The file as the server makes it, instead of the rows. */
  readonly fetch?: FetchFile | undefined
  /** Another file that the menu offers, made by the server. */
  readonly more?: { readonly label: string; readonly fetch: FetchFile }
}

interface CsvDownloadProps extends CsvSource {
  readonly label?: ReactNode
  /** In a row of tools. */
  readonly quiet?: boolean
  readonly disabled?: boolean
}

const names = { semicolon: 'Semicolon', comma: 'Comma' } as const satisfies Record<
  CsvDelimiter,
  string
>
const choices = ['semicolon', 'comma'] as const

/** Saves the table that the browser has, or fetches and saves a file of the server. */
function useCsvFiles({ fileName, initialDelimiter, rows, fetch, more }: CsvSource) {
  const [delimiter, setDelimiter] = useState(initialDelimiter)
  const fetchFile = useMutation({
    mutationFn: (from: FetchFile) => from(delimiter),
    onSuccess: (file) => saveFile(fileName, file),
    onError: (error) => showFailure('The file was not saved.', error),
  })
  return {
    delimiter,
    setDelimiter,
    isFetching: fetchFile.isPending,
    fetchMore: () => more && fetchFile.mutate(more.fetch),
    save: () =>
      fetch
        ? fetchFile.mutate(fetch)
        : saveFile(
            fileName,
            new Blob([csvFile(rows(), delimiter)], { type: 'text/csv;charset=utf-8' }),
          ),
  }
}

export function CsvDownload({
  label = 'Download CSV',
  quiet = false,
  disabled = false,
  ...files
}: CsvDownloadProps) {
  const { delimiter, setDelimiter, isFetching, fetchMore, save } = useCsvFiles(files)
  const { more } = files
  const Part = quiet ? QuietButton : SecondaryButton
  return (
    <Button.Group>
      <Part
        disabled={disabled}
        loading={isFetching}
        leftSection={!quiet && <IconDownload size={16} aria-hidden="true" />}
        onClick={save}
      >
        {label}
      </Part>
      <Menu position="bottom-end">
        <Menu.Target>
          <Part
            disabled={disabled}
            px="xs"
            aria-label={`${more ? 'More, ' : ''}CSV delimiter: ${names[delimiter]}`}
          >
            <code aria-hidden="true">{csvDelimiters[delimiter]}</code>
            <IconChevronDown size={14} aria-hidden="true" />
          </Part>
        </Menu.Target>
        <Menu.Dropdown>
          {more && (
            <>
              <Menu.Item
                disabled={disabled}
                leftSection={<IconDownload size={16} aria-hidden="true" />}
                onClick={fetchMore}
              >
                {more.label}
              </Menu.Item>
              <Menu.Divider />
            </>
          )}
          <Menu.Label>Delimiter</Menu.Label>
          <Menu.RadioGroup
            value={delimiter}
            onChange={(chosen) => setDelimiter(chosen === 'comma' ? 'comma' : 'semicolon')}
          >
            {choices.map((choice) => (
              <Menu.RadioItem key={choice} value={choice} closeMenuOnClick>
                {names[choice]} <code>{csvDelimiters[choice]}</code>
              </Menu.RadioItem>
            ))}
          </Menu.RadioGroup>
        </Menu.Dropdown>
      </Menu>
    </Button.Group>
  )
}
