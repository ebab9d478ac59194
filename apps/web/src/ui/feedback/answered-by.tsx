interface AnsweredByProps {
  readonly engine: string
}

/** Who wrote a text for a person; the embedded engine also says what can't be asked of it. */
export const AnsweredBy = ({ engine }: AnsweredByProps) =>
  engine === 'embedded'
    ? 'Answered by the embedded assistant, which neither translates nor follows instructions.'
    : `Answered by ${engine}.`
