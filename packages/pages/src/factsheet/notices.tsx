import type { PageLanguage, ReadItem } from '@vitrine/contract'
import { textNotes } from '../words.ts'

export const Notices = ({ lang, ...read }: PageLanguage & ReadItem) =>
  textNotes(read, lang).map((note) => (
    <p key={note} className="notice">
      {note}
    </p>
  ))
