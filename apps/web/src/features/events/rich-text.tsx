import '@mantine/core/styles/Typography.layer.css'
import '@mantine/tiptap/styles.layer.css'
import { Link, RichTextEditor } from '@mantine/tiptap'
import { Extension, useEditor } from '@tiptap/react'
import StarterKit from '@tiptap/starter-kit'
import { type EventLanguage, tablesAsLines } from '@vitrine/contract'
import styles from './rich-text.module.css'

export interface RichTextProps {
  readonly label: string
  readonly language: EventLanguage
  /** The initial value: the editor is uncontrolled. */
  readonly html: string
  readonly onChange: (html: string) => void
}

/** Enter begins a new line, not a paragraph; in a list it begins the next item as everywhere. */
const lineBreakOnEnter = Extension.create({
  name: 'lineBreakOnEnter',
  // Before the editor's own keys.
  priority: 1000,
  addKeyboardShortcuts() {
    return {
      Enter: ({ editor }) => !editor.isActive('listItem') && editor.commands.setHardBreak(),
      'Shift-Enter': ({ editor }) => editor.commands.splitBlock(),
    }
  },
})

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

/**
 * What was copied elsewhere, as the editor can take it: it knows no tables and would run their
 * cells together.
 */
function pastedHtml(html: string): string {
  if (!/<table/i.test(html)) return html
  // A document parsed like this loads and runs nothing.
  const { body } = new DOMParser().parseFromString(html, 'text/html')
  for (const silent of body.querySelectorAll('script, style, template, xml')) silent.remove()
  const comments = document.createNodeIterator(body, NodeFilter.SHOW_COMMENT)
  for (let comment = comments.nextNode(); comment; comment = comments.nextNode())
    comment.parentNode?.removeChild(comment)
  return tablesAsLines(body.innerHTML)
}
