import { CloseButton } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { ItemPicture } from '@vitrine/contract'
import { Fragment } from 'react'
import styles from './added-notes.module.css'
import type { AddedNote } from './use-added-pictures.ts'

interface AddedNotesProps {
  readonly notes: readonly AddedNote[]
  readonly pictures: readonly ItemPicture[]
  readonly onDismiss: (note: AddedNote) => void
}

export const AddedNotes = ({ notes, pictures, onDismiss }: AddedNotesProps) => (
  <div role="status">
    <ul className={`plain-list ${styles.notes}`}>
      {notes.map((note) => (
        <li key={`${note.fileName} ${note.name}`} className={styles.note}>
          <span className={styles.text}>
            {note.told === 'already' && (
              <>
                {note.fileName} is here already: it is picture{' '}
                {pictures.findIndex(({ name }) => name === note.name) + 1}.{' '}
              </>
            )}
            {note.alike.length > 0 && (
              <>
                {note.told === 'already' ? 'It' : note.fileName} looks like a picture of{' '}
                {note.alike.map(({ itemId, identifier, name }, index) => (
                  <Fragment key={itemId}>
                    {index > 0 && ', '}
                    <Link to="/inventory-detail/$id" params={{ id: String(itemId) }}>
                      {identifier} {name}
                    </Link>
                  </Fragment>
                ))}
                .
              </>
            )}
          </span>
          <CloseButton
            size="sm"
            aria-label={`Dismiss the note about ${note.fileName}`}
            onClick={() => onDismiss(note)}
          />
        </li>
      ))}
    </ul>
  </div>
)
