import frame from './rich-text.module.css'
import { ShownHtml } from './shown-html.tsx'
import styles from './waiting-text.module.css'

/** How many buttons each group of the editor's toolbar has. */
const toolbar = [3, 2, 2, 2]

/** A text where its editor will stand, and as high as in it. */
export function WaitingText({ html }: { readonly html: string }) {
  return (
    <div className={`${frame.editor} ${styles.editor}`}>
      <div className={`${frame.toolbar} ${styles.toolbar}`}>
        {toolbar.map((buttons, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: they never move
          <span key={index} style={{ width: `${buttons * 2}rem` }} />
        ))}
      </div>
      <div className={`${frame.content} ${frame.text}`}>
        <ShownHtml html={asEdited(html)} />
      </div>
    </div>
  )
}

/**
 * The text with the spaces and lines that the editor shows: none around paragraphs, one for an empty paragraph, and one
 * more for a line break at the end, so that it can be reached.
 */
const asEdited = (html: string) =>
  html
    .replaceAll(/[ \t\r\n]+/g, ' ')
    .replaceAll(/ ?(<\/?(?:p|ul|ol|li)>) ?/g, '$1')
    .replaceAll(/<br ?\/?>(?=<\/(?:p|li)>)|(?<=<p>)(?=<\/p>)/g, '$&<br>')
