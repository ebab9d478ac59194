import { IconSearch } from '@tabler/icons-react'
import { getItemField, type InfoField, infoFields } from '@vitrine/contract'
import { Fragment, type ReactNode } from 'react'
import { useHasDraft } from '../../../ui/forms/drafts.ts'
import { Block } from '../../../ui/layout/page-parts.tsx'
import { EditableInPlace, EditButton, useEditToggle } from './editable-in-place.tsx'
import facts from './facts.module.css'
import styles from './info-block.module.css'
import { infoDraftName, useItem } from './item-context.ts'
import { InfoFieldEditor, InfoForm } from './lazy-editors.tsx'
import { ItemPictures } from './pictures/item-pictures.tsx'

interface InfoBlockProps {
  /** Whether to open the editor of the description, to answer a question. */
  readonly isOpened: boolean
  /** The visitor's question, shown above the description. */
  readonly question: ReactNode
}

/** The item's pictures and main fields, which are edited together or one by one. */
export function InfoBlock(props: InfoBlockProps) {
  const { isEditing, editButtonProps, stop } = useEditToggle(
    useHasDraft(infoDraftName(useItem().item)),
  )

  return (
    <Block
      title="Info"
      actions={!isEditing && <EditButton label="Edit info" {...editButtonProps} />}
    >
      <ItemPictures>{isEditing ? <InfoForm onDone={stop} /> : <Info {...props} />}</ItemPictures>
    </Block>
  )
}

function Info({ isOpened, question }: InfoBlockProps) {
  const { item } = useItem()
  const isDescription = (field: InfoField) => field === 'description'

  return (
    <dl className={styles.info}>
      {infoFields.map((field) => (
        <Fragment key={field}>
          <dt className={facts.label}>{getItemField(field).label}</dt>
          <dd
            lang={(isDescription(field) && item.language) || undefined}
            className={`${facts.value} ${getItemField(field).kind === 'prose' ? styles.text : ''}`}
          >
            {isDescription(field) && isOpened && question}
            <InfoValue
              field={field}
              isOpened={isOpened && isDescription(field)}
              startsAtEnd={isOpened}
            />
            {field === 'name' && item.name !== '' && <WebSearch text={item.name} />}
          </dd>
        </Fragment>
      ))}
    </dl>
  )
}

interface InfoValueProps {
  readonly field: InfoField
  readonly isOpened: boolean
  /** Whether the editor puts the cursor at the end of the text. */
  readonly startsAtEnd: boolean
}

function InfoValue({ field, isOpened, startsAtEnd }: InfoValueProps) {
  const { item } = useItem()
  const { label, form } = getItemField(field)
  const emptyText = form?.whenEmpty ?? `No ${label.toLowerCase()} yet.`

  return (
    <EditableInPlace
      label={label}
      text={item[field] || emptyText}
      isOpened={isOpened}
      editor={(callbacks) => (
        <InfoFieldEditor field={field} label={label} startsAtEnd={startsAtEnd} {...callbacks} />
      )}
    >
      {item[field] || <span className="dimmed">{emptyText}</span>}
    </EditableInPlace>
  )
}

const WebSearch = ({ text }: { readonly text: string }) => (
  <a
    href={`https://duckduckgo.com/?q=${encodeURIComponent(text)}`}
    target="_blank"
    rel="noopener noreferrer"
    className={`inline-middle ${styles.search} no-print`}
  >
    <IconSearch size={14} aria-hidden="true" />
    Search the web
  </a>
)
