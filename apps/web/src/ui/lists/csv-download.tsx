import { Button, Menu } from '@mantine/core'
import { IconChevronDown, IconDownload } from '@tabler/icons-react'
import { type CsvDelimiter, csvDelimiters, csvFile } from '@vitrine/contract'
import { useState } from 'react'
import { saveFile } from './save-file.ts'

interface CsvDownloadProps {
  readonly fileName: string
  readonly initialDelimiter: CsvDelimiter
  /** Asked for when somebody downloads: the rows as they are then, the header first. */
  readonly rows: () => readonly (readonly string[])[]
  readonly disabled?: boolean
}

const names = { semicolon: 'Semicolon', comma: 'Comma' } as const satisfies Record<CsvDelimiter, string>
const choices = ['semicolon', 'comma'] as const

/** Downloads a table, with a choice of what stands between the cells. */
export function CsvDownload({ fileName, initialDelimiter, rows, disabled = false }: CsvDownloadProps) {
  const [delimiter, setDelimiter] = useState(initialDelimiter)
  return (
    <Button.Group>
      <Button
        variant="default"
        disabled={disabled}
        leftSection={<IconDownload size={16} aria-hidden="true" />}
        onClick={() => saveFile(fileName, new Blob([csvFile(rows(), delimiter)], { type: 'text/csv;charset=utf-8' }))}
      >
        Download CSV
      </Button>
      <Menu position="bottom-end">
        <Menu.Target>
          <Button variant="default" px="xs" aria-label={`CSV delimiter: ${names[delimiter]}`}>
            <code aria-hidden="true">{csvDelimiters[delimiter]}</code>
            <IconChevronDown size={14} aria-hidden="true" />
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
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
