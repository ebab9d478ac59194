import { IconArrowLeft } from '@tabler/icons-react'
import { Link, useLocation } from '@tanstack/react-router'
import { languageNames } from '@vitrine/contract'
import type { Answering } from '../came-from.ts'
import { useStepBack } from '../came-from.ts'
import styles from './asked-question.module.css'

/** What is being answered, above the text that shall answer it, and the way back to the other questions. */
export function AskedQuestion({ question, lang, from }: Answering) {
  const goBack = useStepBack(useLocation({ select: ({ state }) => state.answering !== undefined }))
  return (
    <div role="note" aria-label="Question" className={`frame ${styles.asked} no-print`}>
      <p>
        A visitor asked in {languageNames[lang]}:{' '}
        <q lang={lang} dir="auto">
          {question}
        </q>
      </p>
      <Link to={from} onClick={goBack} className={`inline-middle ${styles.back}`}>
        <IconArrowLeft size={16} aria-hidden="true" />
        Back to Questions
      </Link>
    </div>
  )
}
