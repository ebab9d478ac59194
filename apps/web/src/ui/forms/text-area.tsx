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

/** For `onFocus`: whoever adds something goes on where the text ends. */
export const cursorToEnd = ({ currentTarget }: FocusEvent<HTMLTextAreaElement>): void => {
  currentTarget.setSelectionRange(currentTarget.value.length, currentTarget.value.length)
  currentTarget.scrollTop = currentTarget.scrollHeight
}
