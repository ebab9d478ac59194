import '@mantine/core/styles/Typography.layer.css'
import '@mantine/tiptap/styles.layer.css'
import { Link, RichTextEditor } from '@mantine/tiptap'
import { Extension, useEditor } from '@tiptap/react'
import StarterKit from '@tiptap/starter-kit'
import { type EventLanguage, flattenTables } from '@vitrine/contract'
import styles from './rich-text-field.module.css'

export interface RichTextFieldProps {
  readonly label: string
  readonly language: EventLanguage
  /** The initial value: the editor is uncontrolled. */
  readonly html: string
  readonly onChange: (html: string) => void
}

/** Enter inserts a line break instead of a paragraph, except in lists. */
const lineBreakOnEnter = Extension.create({
  name: 'lineBreakOnEnter',
  // Higher than the priority of the editor's own shortcuts.
  priority: 1000,
  addKeyboardShortcuts() {
    return {
      Enter: ({ editor }) => !editor.isActive('listItem') && editor.commands.setHardBreak(),
      'Shift-Enter': ({ editor }) => editor.commands.splitBlock(),
    }
  },
})

// Disables formats that the server would remove on save.
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

/** An editor with the formats that the public page of events shows. */
export function RichTextField({ label, language, html, onChange }: RichTextFieldProps) {
  const editor = useEditor({
    extensions,
    content: html,
    shouldRerenderOnTransaction: true,
    editorProps: {
      transformPastedHTML: convertPastedTables,
      attributes: {
        role: 'textbox',
        'aria-multiline': 'true',
        'aria-label': label,
        lang: language,
      },
    },
    onUpdate: ({ editor: changed }) => onChange(changed.isEmpty ? '' : changed.getHTML()),
  })

  return (
    <RichTextEditor
      editor={editor}
      variant="subtle"
      className={styles.editor ?? ''}
      withCodeHighlightStyles={false}
    >
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

/** Converts pasted tables to lines, because the editor would join their cells without spaces. */
function convertPastedTables(html: string): string {
  if (!/<table/i.test(html)) return html

  // A document parsed by DOMParser runs no scripts and loads no resources.
  const { body } = new DOMParser().parseFromString(html, 'text/html')
  for (const element of body.querySelectorAll('script, style, template, xml')) element.remove()
  const comments = document.createNodeIterator(body, NodeFilter.SHOW_COMMENT)
  for (let comment = comments.nextNode(); comment; comment = comments.nextNode())
    comment.parentNode?.removeChild(comment)

  return flattenTables(body.innerHTML)
}
