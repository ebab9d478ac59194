import '@mantine/core/styles/Typography.layer.css'
import '@mantine/tiptap/styles.layer.css'
import { Link, RichTextEditor } from '@mantine/tiptap'
import { useEditor } from '@tiptap/react'
import StarterKit from '@tiptap/starter-kit'
import type { EventLanguage } from '@vitrine/contract'
import { lineBreakOnEnter } from './line-break-on-enter.ts'
import { pastedHtml } from './pasted-html.ts'
import styles from './rich-text.module.css'

export interface RichTextProps {
  readonly label: string
  readonly language: EventLanguage
  /** The initial value: the editor is uncontrolled. */
  readonly html: string
  readonly onChange: (html: string) => void
}

// What the server would take out again is not offered in the first place.
const extensions = [
  StarterKit.configure({
    blockquote: false,
    code: false,
    codeBlock: false,
    heading: false,
    horizontalRule: false,
    strike: false,
    link: false,
    trailingNode: false,
  }),
  Link.configure({
    openOnClick: false,
    defaultProtocol: 'https',
    protocols: ['mailto'],
    HTMLAttributes: { rel: 'noopener', target: '_blank' },
  }),
  lineBreakOnEnter,
]

export function RichText({ label, language, html, onChange }: RichTextProps) {
  const editor = useEditor({
    extensions,
    content: html,
    shouldRerenderOnTransaction: true,
    editorProps: {
      transformPastedHTML: pastedHtml,
      attributes: { role: 'textbox', 'aria-multiline': 'true', 'aria-label': label, lang: language },
    },
    onUpdate: ({ editor: changed }) => onChange(changed.isEmpty ? '' : changed.getHTML()),
  })
  return (
    <RichTextEditor editor={editor} variant="subtle" className={styles.editor ?? ''} withCodeHighlightStyles={false}>
      <RichTextEditor.Toolbar className={styles.toolbar ?? ''}>
        <RichTextEditor.ControlsGroup>
          <RichTextEditor.Bold />
          <RichTextEditor.Italic />
          <RichTextEditor.Underline />
        </RichTextEditor.ControlsGroup>
        <RichTextEditor.ControlsGroup>
          <RichTextEditor.BulletList />
          <RichTextEditor.OrderedList />
        </RichTextEditor.ControlsGroup>
        <RichTextEditor.ControlsGroup>
          <RichTextEditor.Link />
          <RichTextEditor.Unlink />
        </RichTextEditor.ControlsGroup>
        <RichTextEditor.ControlsGroup>
          <RichTextEditor.Undo />
          <RichTextEditor.Redo />
        </RichTextEditor.ControlsGroup>
      </RichTextEditor.Toolbar>
      <RichTextEditor.Content className={styles.content ?? ''} />
    </RichTextEditor>
  )
}
