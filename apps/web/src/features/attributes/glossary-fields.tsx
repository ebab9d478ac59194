import { TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type Attribute, glossaryLimits, languageNames, textLanguages } from '@vitrine/contract'
import { type KeyboardEvent, useState } from 'react'
import { attributeQueries } from '../../client/queries.ts'
import { LoadFailure } from '../../ui/feedback/list-states.tsx'
import { SecondaryButton } from '../../ui/forms/buttons.ts'
import type { FieldValues } from '../../ui/forms/edit-drafts.ts'
import styles from './attribute-fields.module.css'
import { formatGlossaryField, listGlossaryValues, toGlossaryField } from './attribute-values.ts'

interface GlossaryFieldsProps {
  readonly attribute: Attribute
  readonly values: FieldValues
  readonly set: (field: string, value: string) => void
  readonly readOnly: boolean
}

/** The values in use, with a text field for each translation. */
export function GlossaryFields({ attribute, values, set, readOnly }: GlossaryFieldsProps) {
  const used = useQuery(attributeQueries.suggestions(attribute.id))
  const [added, setAdded] = useState<readonly string[]>([])
  const [typed, setTyped] = useState('')

  const rows = [...new Set([...(used.data ?? []), ...listGlossaryValues(values), ...added])].filter(
    (value) => value.length <= glossaryLimits.length && !value.includes('\n') && !(value in {}),
  )

  const getTranslation = (value: string, language: (typeof textLanguages)[number]) =>
    values[toGlossaryField(value, language)] ?? ''

  const incompleteRows = rows.filter((value) =>
    textLanguages.some((language) => getTranslation(value, language) === ''),
  )

  const add = () => {
    if (typed.trim() === '') return
    setAdded([...added, typed.trim()])
    setTyped('')
  }

  return (
    <details className={styles.languages}>
      <summary>
        Values in other languages
        {rows.length > 0 && `: ${rows.length - incompleteRows.length} of ${rows.length} complete`}
      </summary>
      {used.isError && <LoadFailure what="The values" query={used} />}
      {rows.length > 0 && (
        <table className={styles.glossary} onKeyDown={moveBetweenRows}>
          <thead>
            <tr>
              <th scope="col">Value</th>
              {textLanguages.map((language) => (
                <th key={language} scope="col">
                  {languageNames[language]}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((value) => (
              <tr key={value}>
                <th scope="row">{value}</th>
                {textLanguages.map((language) => (
                  <td key={language} data-language={languageNames[language]}>
                    <TextInput
                      size="sm"
                      lang={language}
                      aria-label={formatGlossaryField(value, language)}
                      placeholder={languageNames[language]}
                      maxLength={glossaryLimits.length}
                      autoComplete="off"
                      value={getTranslation(value, language)}
                      readOnly={readOnly}
                      onChange={({ currentTarget }) =>
                        set(toGlossaryField(value, language), currentTarget.value)
                      }
                    />
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      )}
      <div className={`flex-wrap ${styles.add}`}>
        <TextInput
          label="Another value"
          maxLength={glossaryLimits.length}
          autoComplete="off"
          value={typed}
          readOnly={readOnly}
          onChange={({ currentTarget }) => setTyped(currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key !== 'Enter') return
            event.preventDefault()
            add()
          }}
        />
        <SecondaryButton disabled={typed.trim() === ''} onClick={add}>
          Add Value
        </SecondaryButton>
      </div>
    </details>
  )
}

/** Moves within a column by arrow keys, as Tab moves along a row. */
function moveBetweenRows(event: KeyboardEvent<HTMLTableElement>): void {
  const step = { ArrowUp: -1, ArrowDown: 1 }[event.key]
  if (!step || !(event.target instanceof HTMLInputElement)) return
  const columns = textLanguages.length
  const fields = [...event.currentTarget.querySelectorAll('input')]
  const nextField = fields[fields.indexOf(event.target) + step * columns]
  if (!nextField) return
  event.preventDefault()
  nextField.focus()
  nextField.select()
}
