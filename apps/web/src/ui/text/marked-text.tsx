interface MarkedTextProps {
  readonly text: string
  /** Start and end of each mark, in order. */
  readonly marks: readonly (readonly [from: number, to: number])[]
  readonly className: string | undefined
}

export function MarkedText({ text, marks, className }: MarkedTextProps) {
  const parts = marks.flatMap(([from, to], index) => [
    text.slice(marks[index - 1]?.[1] ?? 0, from),
    <mark key={from} className={className}>
      {text.slice(from, to)}
    </mark>,
  ])
  return [...parts, text.slice(marks.at(-1)?.[1] ?? 0)]
}
