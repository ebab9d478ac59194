interface AnsweredByProps {
  readonly engine: string
}

/** Names the engine that wrote an answer; for the embedded one also says what it can't do. */
export const AnsweredBy = ({ engine }: AnsweredByProps) =>
  engine === 'embedded'
    ? 'Answered by the embedded assistant, which neither translates nor follows instructions.'
    : `Answered by ${engine}.`
