import { Fragment } from 'react'

/** 'Questions' in the languages that visitors bring along. */
const questions = [
  ['en', 'Questions'],
  ['de', 'Fragen'],
  ['fr', 'Questions'],
  ['it', 'Domande'],
  ['es', 'Preguntas'],
  ['pt', 'Perguntas'],
  ['ru', 'Вопросы'],
  ['zh', '问题'],
  ['ja', '質問'],
] as const

/** Where visitors ask a chat about what they see. */
export function Questions({ chat }: { readonly chat: string }) {
  return (
    <section className="questions">
      <h2>
        {questions.map(([lang, word], index) => (
          <Fragment key={lang}>
            {index > 0 && ' '}
            <span lang={lang}>{word}</span>
          </Fragment>
        ))}
      </h2>
      <iframe src={chat} title="Chat" loading="lazy" />
    </section>
  )
}
