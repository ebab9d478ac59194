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
  const usedValues = useQuery(attributeQueries.suggestions(attribute.id))
  const [addedValues, setAddedValues] = useState<readonly string[]>([])
  const rows = listRows(usedValues.data ?? [], listGlossaryValues(values), addedValues)
  const completeRows = rows.filter((value) =>
    textLanguages.every((language) => getTranslation(values, value, language) !== ''),
  )

  return (
    <details className={styles.languages}>
      <summary>
        Values in other languages
        {rows.length > 0 && `: ${completeRows.length} of ${rows.length} complete`}
      </summary>
      {usedValues.isError && <LoadFailure what="The values" query={usedValues} />}
      {rows.length > 0 && (
        <GlossaryTable rows={rows} values={values} set={set} readOnly={readOnly} />
      )}
      <AddValue readOnly={readOnly} onAdd={(value) => setAddedValues([...addedValues, value])} />
    </details>
  )
}

/** Lists each value once, without those that the glossary does not accept. */
const listRows = (...lists: readonly (readonly string[])[]): string[] =>
  [...new Set(lists.flat())].filter(
    (value) =>
      value.length <= glossaryLimits.length &&
      !value.includes('\n') &&
      // Names such as 'constructor', which every object has.
      !(value in {}),
  )

type TextLanguage = (typeof textLanguages)[number]

const getTranslation = (values: FieldValues, value: string, language: TextLanguage): string =>
  values[toGlossaryField(value, language)] ?? ''

interface GlossaryTableProps extends Omit<GlossaryFieldsProps, 'attribute'> {
  readonly rows: readonly string[]
}

const GlossaryTable = ({ rows, values, set, readOnly }: GlossaryTableProps) => (
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
                value={getTranslation(values, value, language)}
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
)

interface AddValueProps {
  readonly readOnly: boolean
  readonly onAdd: (value: string) => void
}

/** Adds a row for a value that no item has yet. */
function AddValue({ readOnly, onAdd }: AddValueProps) {
  const [typed, setTyped] = useState('')

  const add = () => {
    if (typed.trim() === '') return
    onAdd(typed.trim())
    setTyped('')
  }

  return (
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
  )
}

/** Lets the arrow keys up and down move within a column, as Tab moves along a row. */
function moveBetweenRows(event: KeyboardEvent<HTMLTableElement>): void {
  const step = { ArrowUp: -1, ArrowDown: 1 }[event.key]
  if (!step || !(event.target instanceof HTMLInputElement)) return

  const fieldsPerRow = textLanguages.length
  const fields = [...event.currentTarget.querySelectorAll('input')]
  const nextField = fields[fields.indexOf(event.target) + step * fieldsPerRow]
  if (!nextField) return

  event.preventDefault()
  nextField.focus()
  nextField.select()
}
