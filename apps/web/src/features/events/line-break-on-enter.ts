import { Extension } from '@tiptap/react'

/** Enter begins a new line, not a paragraph; in a list it begins the next item as everywhere. */
export const lineBreakOnEnter = Extension.create({
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
