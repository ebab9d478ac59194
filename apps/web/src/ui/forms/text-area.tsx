import { InputBase, type TextareaProps } from '@mantine/core'

type TextAreaProps = Omit<
  TextareaProps,
  'autosize' | 'minRows' | 'maxRows' | 'resize' | 'bottomSection' | 'bottomSectionProps'
>

/** Mantine's Textarea without the code that makes it grow: people drag its corner. */
export const TextArea = (props: TextAreaProps) => (
  <InputBase component="textarea" multiline __vars={{ '--input-resize': 'vertical' }} {...props} />
)
