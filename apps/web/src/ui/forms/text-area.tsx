import { InputBase, type TextareaProps } from '@mantine/core'
import type { FocusEvent } from 'react'

type TextAreaProps = Omit<
  TextareaProps,
  'autosize' | 'minRows' | 'maxRows' | 'resize' | 'bottomSection' | 'bottomSectionProps'
>

/** Mantine's Textarea without the code that makes it grow: people drag its corner. */
export const TextArea = (props: TextAreaProps) => (
  <InputBase component="textarea" multiline __vars={{ '--input-resize': 'vertical' }} {...props} />
)

/** Whoever adds something goes on where the text ends, and sees that place and what saves it below. */
export const focusedAtEnd = {
  autoFocus: true,
  styles: { input: { scrollMarginBlockEnd: '7rem' } },
  onFocus: ({ currentTarget }: FocusEvent<HTMLTextAreaElement>): void => {
    currentTarget.setSelectionRange(currentTarget.value.length, currentTarget.value.length)
    currentTarget.scrollTop = currentTarget.scrollHeight
    currentTarget.scrollIntoView({ block: 'end' })
  },
}
